import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUILT = /file:\/\/[^\s()]+\/dist\/[^\s()]+\.mjs:\d+:\d+/g
const AT = /^(.*):(\d+):(\d+)$/

/** Maps of the files of built servers: megabytes, read when an error is told of, and again when memory was short since. */
const maps = new Map<string, WeakRef<SourceMap>>()

/**
 * Writes the stacks of an error and of its causes with the places of the sources in place of the built server's. Node would
 * do that by itself (`--enable-source-maps`), for a tenth of a second of every start and 40 MB.
 */
export function nameSources(error: unknown): void {
  for (let e = error; e instanceof Error; e = e.cause) if (e.stack) e.stack = inSources(e.stack)
}

/** The same for a stack in words. */
export function inSources(stack: string): string {
  return stack.replaceAll(BUILT, (place) => {
    const [, file, line, column] = AT.exec(place)!
    const found = mapOf(file!)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found)) return place
    return `${new URL(found.originalSource, file).href}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)?.deref()
  if (known) return known
  const path = fileURLToPath(`${file}.map`)
  if (!existsSync(path)) return null
  const map = new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
  maps.set(file, new WeakRef(map))
  return map
}
