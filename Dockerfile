# syntax=docker/dockerfile:1
# One image holds every app; the command names the one that it starts: dist/all-in-one.mjs unless told, or dist/ingest.mjs, ...
#   docker build --tag cairn/cairn:0.1.0 .
ARG NODE_VERSION=24.21.0

# Manifests from which the packages are installed. A layer is cached as long as the files that it copies are unchanged, so a
# change of our sources reinstalls nothing.
FROM node:${NODE_VERSION}-bookworm-slim AS manifests
WORKDIR /cairn
COPY . .
RUN mkdir /manifests && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /manifests \; \
  && cp package-lock.json /manifests

# The bundler is a production dependency, since `npm start` bundles too.
FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /cairn
COPY --from=manifests /manifests .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --no-audit --no-fund
COPY . .
RUN node tools/build.mjs

# Omits the optional packages: Node itself, which the image has, and native builds of the bundler. The model's runtime
# ships for every system; only this system's files stay, without WebAssembly. The console's packages are bundled into its files.
FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /cairn
COPY --from=manifests /manifests .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund \
  && rm -rf node_modules/@cairn node_modules/rolldown node_modules/onnxruntime-node/bin/napi-v*/darwin \
    node_modules/onnxruntime-node/bin/napi-v*/win32 node_modules/onnxruntime-web \
    node_modules/vite node_modules/postcss node_modules/lightningcss node_modules/react-dom node_modules/@mantine \
    node_modules/@tanstack node_modules/@floating-ui node_modules/sigma node_modules/graphology*

FROM node:${NODE_VERSION}-bookworm-slim
# The network of a container is its own; who reaches the published port is decided outside.
# The memory of the many threads, as serverMemorySettings in libs/platform has it.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=524288 MALLOC_TRIM_THRESHOLD_=524288
ENV NODE_ENV=production CAIRN_HOST=0.0.0.0 CAIRN_INSECURE_HTTP=on CAIRN_PORT=7070 CAIRN_DATA_DIR=/data
WORKDIR /cairn
COPY --from=packages /cairn/node_modules node_modules
COPY package.json LICENSE ./
COPY --from=build /cairn/dist dist
# A folder that the user owns, so that a new volume is writable.
RUN install --directory --owner=node --group=node /data
USER 1000:1000
EXPOSE 7070
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CAIRN_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8"]
CMD ["dist/all-in-one.mjs"]
