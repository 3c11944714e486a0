import { join } from 'node:path'
import { defineConfig } from 'vite'
import { oldPieces } from './tools/build/old-pieces.ts'
import { ON_DEMAND } from './tools/build/on-demand.ts'
import { ownPlaces } from './tools/build/own-places.ts'

const FOLDER = join(import.meta.dirname, 'dist/server')

/**
 * Puts the server's modules together into a few files, dist/server: finding, reading and linking 1,700 modules is half of a
 * start. Threads and processes beside the server, and what only some requests need, are loaded from where they are.
 */
export default defineConfig({
  build: {
    ssr: 'src/server/main.ts',
    outDir: FOLDER,
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
    },
  },
  // The part of uploads for buckets shares its own library with the part for disks.
  ssr: { noExternal: true, external: ON_DEMAND.filter((name) => name !== '@tus/s3-store') },
  plugins: [ownPlaces(join(import.meta.dirname, 'src'), FOLDER), oldPieces(FOLDER)],
})
