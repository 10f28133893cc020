#!/bin/bash
# Against builds gridmill at another commit, called the base, and in the current tree. It compares
# what the two programs write or, with -measure, the processor time and memory that they use.
#
#   formats/interop/against.sh [-measure] [-rounds N] [-match REGEXP] [-record FILE] [COMMIT] [INPUT ...]
#
# COMMIT is HEAD by default. CSV, text and JSON must be byte-identical. Parquet and Arrow need only
# have the same rows. DuckDB, if it is installed, reads the rows of Parquet; otherwise the current
# program does. The exit code is 1 if anything differs, and 2 for wrong usage.
set -euo pipefail

measure= rounds=5 match=. record=/dev/null
usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit "$1"; }
while [[ ${1-} == -* ]]; do
	case $1 in
	-measure) measure=yes ;;
	-rounds) rounds=${2:?}; shift ;;
	-match) match=${2:?}; shift ;;
	-record) record=$(realpath "${2:?}"); shift ;;
	-h | -help) usage 0 ;;
	*) usage 2 >&2 ;;
	esac
	shift
done
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
commit=$(git -C "$root" rev-parse --verify --quiet "${1:-HEAD}^{commit}") || { echo "against: there is no commit $1" >&2; exit 2; }
shift $(($# > 0))
for file; do extra+=("$(realpath "$file")"); done

work=$(mktemp -d "${TMPDIR:-/tmp}/gridmill-against-XXXXXX")
trap 'git -C "$root" worktree remove --force "$work/tree" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
git -C "$root" worktree add --quiet --detach "$work/tree" "$commit"
# Without version control stamps, the same code gives the same program.
(cd "$work/tree" && go build -buildvcs=false -o "$work/base" ./cmd/gridmill)
(cd "$root" && go build -buildvcs=false -o "$work/current" ./cmd/gridmill)
cmp -s "$work/base" "$work/current" && echo "The two programs are identical."
echo "base ${commit:0:12} against the current tree"

# The inputs are the corpora. The base also converts some of them to other formats and codecs.
in=$work/in
mkdir "$in"
cp "$root"/benchmarks/corpora/*.{txt,csv} "$in"
for file in "$root"/../shared/corpora/*.{txt,csv} "${extra[@]+"${extra[@]}"}"; do
	if [[ -e $file ]]; then cp -r "$file" "$in"; fi
done
sources=("$in"/{easy.csv,hard.txt,minimal.txt})
if [[ -n $measure ]]; then # make files that are large enough for measurements
	for i in {1..2000}; do cat "$in/minimal.txt"; done >"$in/large.txt"
	{ head -n 1 "$in/easy.csv"; for i in {1..400}; do tail -n +2 "$in/easy.csv"; done; } >"$in/large-easy.csv"
	sources=("$in/large.txt")
fi
for file in "${sources[@]}"; do
	name=$in/$(basename "${file%.*}")
	gzip -k "$file"
	for to in tsv jsonl arrow csv.zst; do
		"$work/base" solve "$file" -o "$name-made.$to" --stats none --progress none
	done
	for codec in none snappy zstd; do
		"$work/base" solve "$file" -o "$name-$codec.parquet" --compression $codec --progress none
	done
done

# rows FILE prints the rows of a Parquet or Arrow file.
rows() {
	if [[ $1 == *.parquet ]] && command -v duckdb >/dev/null; then
		duckdb -csv -c "FROM read_parquet('$1')"
	else
		"$work/current" solve "$1" -o - --to csv --keep all --answer-column none --progress none
	fi
}

# ofBuild matches lines of manifests that depend on the version of gridmill.
ofBuild='^ *"(version|plan|bytes|checksum|seal)":'

# same FILE FILE reports whether two outputs have the same contents.
same() {
	cmp -s "$1" "$2" && return
	case $1 in
	*.parquet | *.arrow) cmp -s <(rows "$1") <(rows "$2") ;;
	*.gz | *.zst) cmp -s <("$work/current" solve "$1" -o - --progress none) <("$work/current" solve "$2" -o - --progress none) ;;
	*/_SUCCESS.json | */_gridmill/*.json) cmp -s <(grep -Ev "$ofBuild" "$1") <(grep -Ev "$ofBuild" "$2") ;;
	*) false ;;
	esac
}

# compare INPUT OUTPUT [FLAG ...] runs both programs and compares everything that they write.
compare() {
	local input=$1 output=$2 program code=()
	shift 2
	for program in base current; do
		rm -rf "${work:?}/$program-out"
		mkdir "$work/$program-out"
		local status=0
		(cd "$work/$program-out" && "$work/$program" solve "$input" -o "$output" --strict --progress none "$@" >said 2>&1) || status=$?
		code+=("$status")
	done
	runs=$((runs + 1))
	local fault=
	[[ ${code[0]} == "${code[1]}" ]] || fault="exit codes ${code[0]} and ${code[1]}"
	while read -r name; do
		if [[ ! -e $work/base-out/$name || ! -e $work/current-out/$name ]]; then
			fault+=" $name: only one writes it"
		elif ! same "$work/base-out/$name" "$work/current-out/$name"; then
			fault+=" $name"
		fi
	done < <(cd "$work" && find base-out current-out -type f ! -name lock -printf '%P\n' | sort -u)
	if [[ -n $fault ]]; then
		differ=$((differ + 1))
		echo "DIFFERENT: gridmill solve $(basename "$input") -o $output --strict $*: $fault"
		if [[ -e $work/base-out/$output && $output == *.csv ]]; then
			diff "$work/base-out/$output" "$work/current-out/$output" | head -n 4 || true
		fi
	fi
}

# cost PROGRAM INPUT OUTPUT prints seconds of processor time and kilobytes of memory.
cost() {
	/usr/bin/time -o "$work/cost" -f '%U %S %M' "$work/$1" solve "$2" -o "$3" --overwrite --workers 1 --progress none >/dev/null 2>&1 || true
	awk 'END { print $1 + $2, $3 }' "$work/cost"
}

runs=0 differ=0
if [[ -z $measure ]]; then
	for input in "$in"/*; do
		for output in out.csv out.csv.zst out.tsv out.txt out.jsonl out.parquet out.arrow parts/; do
			[[ "$(basename "$input") -> $output" =~ $match ]] || continue
			flags=(--rejects rejects.csv)
			[[ $output != */ ]] || flags=(--to csv --part-rows 5000)
			compare "$input" "$output" --workers 1 "${flags[@]}"
			compare "$input" "$output" --workers 3 "${flags[@]}"
		done
	done
	echo "$runs runs of each program compared; $differ differ"
	exit $((differ > 0 || runs == 0))
fi

# The order of the programs alternates between rounds, so that both are affected if the machine
# becomes slower. The smallest and largest ratios show how reliable the median is.
for input in "$in"/large*; do
	for to in csv parquet; do
		[[ "$(basename "$input") -> $to" =~ $match ]] || continue
		for ((round = 0; round < rounds; round++)); do
			first=base second=current
			((round % 2)) && first=current second=base
			a=$(cost $first "$input" "$work/out.$to") b=$(cost $second "$input" "$work/out.$to")
			((round % 2)) && echo "$b $a" || echo "$a $b"
		done | awk -v what="$(basename "$input") -> $to" '
			function median(v, n,   i, j, t) {
				for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++) if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }
				return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
			}
			$1 >= 0.02 { n++; time[n] = $3 / $1; memory[n] = $4 / $2; base[n] = $1 }
			END {
				if (n == 0) exit # too short to measure
				t = median(time, n); m = median(memory, n); s = median(base, n)
				printf "%-44s base %6.2f s; time x %.2f (%.2f to %.2f), memory x %.2f\n", what, s, t, time[1], time[n], m
			}'
	done
done | tee "$record"
