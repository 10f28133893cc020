// Foreign writes the same rows as an Arrow stream, foreign.arrows, and as an Arrow file whose
// schema is only at its end, foreign.arrow. It writes the expected output to foreign.jsonl. The
// files here were written with version 21.2.0 of Apache Arrow for TypeScript, which shares no code
// with the Go version.
//
//     npm install apache-arrow && node foreign.mjs
import { writeFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';

const puzzles = [
  '.2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....',
  '.1..47..99..5..43......9.151.39..65.67..5....5..1...48.8..1.324....2.97.....9....',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.',
];

const vector = (values, type) => arrow.vectorFromArray(values, type);
const columns = {
  puzzle: vector(puzzles, new arrow.Utf8()),
  source: vector(['a', 'b', 'a', null], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())),
  note: vector(['', null, 'Größe "数独"\n😀', 'x,y'], new arrow.LargeUtf8()),
  even: vector([true, false, null, true], new arrow.Bool()),
  int8: vector([-128, 127, null, 0], new arrow.Int8()),
  uint16: vector([0, 65535, null, 1], new arrow.Uint16()),
  int64: vector([-9223372036854775808n, 9223372036854775807n, null, 0n], new arrow.Int64()),
  uint64: vector([18446744073709551615n, 0n, null, 1n], new arrow.Uint64()),
  float32: vector([0.5, -1.25, null, 3], new arrow.Float32()),
  float64: vector([0.1, -1e300, null, 3], new arrow.Float64()),
  list: vector([[1, null], [], null, [2, 3]], new arrow.List(new arrow.Field('item', new arrow.Int8(), true))),
  pair: vector([{ a: 1, b: 'x' }, { a: null, b: null }, null, { a: 2, b: '' }],
    new arrow.Struct([new arrow.Field('a', new arrow.Int32(), true), new arrow.Field('b', new arrow.Utf8(), true)])),
  nothing: vector([null, null, null, null], new arrow.Null()),
};
const table = new arrow.Table(columns);
// Use two batches, so that the second one has its own offsets.
const batches = new arrow.Table([table.slice(0, 2), table.slice(2)].flatMap((t) => t.batches));
writeFileSync('foreign.arrow', arrow.tableToIPC(batches, 'file'));
writeFileSync('foreign.arrows', arrow.tableToIPC(batches, 'stream'));

const asJSON = (value) => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof arrow.Vector) return `[${[...value].map(asJSON).join(',')}]`;
  if (value instanceof arrow.StructRow) return `{${[...value].map(([k, v]) => `${JSON.stringify(k)}:${asJSON(v)}`).join(',')}}`;
  return JSON.stringify(value);
};
let lines = '';
for (let row = 0; row < puzzles.length; row++) {
  const fields = Object.entries(columns).map(([name, values]) => `${JSON.stringify(name)}:${asJSON(values.get(row))}`);
  lines += `{${fields.join(',')}}\n`;
}
writeFileSync('foreign.jsonl', lines);
