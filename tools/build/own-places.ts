import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Lets a module of ours in a bundle know where its source lies, by `import.meta.url` and `import.meta.dirname`: templates,
 * migrations and the scripts of threads and processes are found beside it, as without a bundle. All pieces of the bundle
 * lie directly in `folder`, which may move together with the sources.
 */
export function ownPlaces(sources: string, folder: string): Plugin {
  return {
    name: 'kaibiao-own-places',
    transform(code, id) {
      if (!id.startsWith(`${sources}/`) || !code.includes('import.meta.')) return null
      const place = (path: string) => JSON.stringify(relative(folder, path).replaceAll('\\', '/'))
      const changed = code
        .replaceAll('import.meta.url', `new URL(${place(id)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `${JOIN}(import.meta.dirname, ${place(dirname(id))})`)
      // Line for line: what is replaced has no line breaks.
      const mappings = `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`
      return { code: changed, map: { version: 3, sources: [id], sourcesContent: [code], names: [], mappings } }
    },
  }
}

const JOIN = `process.getBuiltinModule('node:path').join`
