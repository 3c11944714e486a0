import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'vite'
import { oldPieces } from './old-pieces.ts'
import { ON_DEMAND } from './on-demand.ts'
import { ownPlaces } from './own-places.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Puts the modules of server processes, given by their entries, together into a few files in `folder`: finding, reading and
 * linking 1,700 modules is half of a start. Threads and processes beside the server, and what only some requests need, are
 * loaded from where they are.
 */
export function serverBuild(folder: string, entries: readonly string[]): UserConfig {
  const outDir = join(ROOT, folder)
  return defineConfig({
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: [...entries],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
      },
    },
    // The part of uploads for buckets shares its own library with the part for disks.
    ssr: { noExternal: true, external: ON_DEMAND.filter((name) => name !== '@tus/s3-store') },
    plugins: [ownPlaces(join(ROOT, 'src'), outDir), oldPieces(outDir)],
  })
}
