# The image that pipeline/deploy/kubernetes uses. It contains only the program.
#
#     docker build --build-arg VERSION=$(git describe --tags --always) -t gridmill .

FROM golang:1.26 AS build
ARG VERSION=
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X github.com/gridmill/gridmill/cmd/internal/build.release=$VERSION" -o /gridmill ./cmd/gridmill

FROM scratch
COPY --from=build /gridmill /gridmill
# Commands that sort keys need a directory for temporary files, and an empty image has none.
ENV TMPDIR=/data
WORKDIR /data
ENTRYPOINT ["/gridmill"]
