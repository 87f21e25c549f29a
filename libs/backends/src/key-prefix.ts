/** Prefix of all keys of an installation in Redis. Its braces are a hash tag, which keeps them on one node of a Redis Cluster. */
export const keyPrefix = (namespace: string): string => `{${namespace}}`;
