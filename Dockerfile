# syntax=docker/dockerfile:1
# One image for every app; APP names the folder of apps/ that it starts.
#   docker build --build-arg APP=recall-api --tag cairn/recall-api:0.1.0 .
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS source
WORKDIR /cairn
COPY . .

# The bundler is among the packages that running needs, since `npm start` bundles too.
FROM source AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --no-audit --no-fund
RUN node tools/build.mjs

# Without the optional packages: Node itself, which the image has, and native builds of the bundler. The model's runtime
# comes for every system; this one keeps its own, and does without WebAssembly.
FROM source AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund \
  && rm -rf node_modules/@cairn node_modules/rolldown node_modules/onnxruntime-node/bin/napi-v*/darwin \
    node_modules/onnxruntime-node/bin/napi-v*/win32 node_modules/onnxruntime-web

FROM node:${NODE_VERSION}-bookworm-slim
ARG APP=all-in-one
ENV NODE_ENV=production CAIRN_HOST=0.0.0.0 CAIRN_PORT=7070 CAIRN_DATA_DIR=/data
WORKDIR /cairn
COPY --from=packages /cairn/node_modules node_modules
COPY --from=build /cairn/dist dist
COPY package.json LICENSE ./
# Node follows the link, so the app still lies beside its workers. A folder that the user owns, so that a new volume is writable.
RUN test -f "dist/${APP}.mjs" && ln -s "${APP}.mjs" dist/main.mjs && install --directory --owner=node --group=node /data
USER 1000:1000
EXPOSE 7070
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CAIRN_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--disable-warning=ExperimentalWarning", "dist/main.mjs"]
