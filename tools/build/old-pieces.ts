import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const DAY_MS = 24 * 3600 * 1000

/**
 * Leaves the pieces of earlier builds in `folder` for a day, in place of emptying it: a server that runs on one loads more
 * of them when they are asked for.
 */
export function oldPieces(folder: string): Plugin {
  return {
    name: 'kaibiao-old-pieces',
    writeBundle(_options, bundle) {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name)
        if (!(name in bundle) && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true })
      }
    },
  }
}
