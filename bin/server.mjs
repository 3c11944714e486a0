/**
 * How a server process is started so that it takes half of the memory for the same throughput: V8 and glibc are set up
 * for work that ends. Memory management elsewhere does not know these names.
 */
export const SERVER = {
  /** Made by the build from `src/server/main.ts`, which does the same, and starts in twice the time. */
  script: 'dist/server/main.mjs',
  // A small nursery; and what only the start needed is given back once, by an explicit collection.
  // Nothing is linked in node_modules: looking up the real path of every module takes a twentieth of a start.
  args: ['--max-semi-space-size=8', '--expose-gc', '--preserve-symlinks'],
  env: {
    // Each thread would keep an arena, and in it what its largest document or password hash once took.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '1048576',
  },
}
