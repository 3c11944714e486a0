import { unzip } from '#features/procurement/server/testing/unzip.ts'
import { FEATURES } from '#server/features.ts'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import { pdfText } from '#server/testing/pdf-text.ts'

/** What an address may name: ids by the name of the parameter; `any` stands for every name that is not listed. */
export type Ids = Readonly<Record<string, readonly string[]>> & { readonly any: readonly string[] }

export interface Reading {
  /** Of the endpoint, with its parameters. */
  path: string
  text: string
}

/** Directories of companies and experts, open to everybody, and the demonstration's own view of what it sends. */
export const OPEN_TO_ALL =
  /^\/(enterprise\/(associations\/)?companies|follows\/companies\/search|esign\/signers\/companies|charge-openness|demo)\b/

interface Sweep {
  ids: Ids
  /** What lists and searches are asked for, one after the other; nothing when left out. */
  keywords?: readonly string[]
  /** The calls to try; all when left out. */
  only?: RegExp
}

/** At most so many addresses of one call. */
const MOST = 16

/**
 * All that somebody reads by any GET of the product: each is called with every combination of these ids, lists and searches with
 * every keyword; of a file the text in it, also of PDFs, sheets and archives. What is refused is left out.
 */
export async function readings(client: HttpClient, { ids, keywords = [], only = /./ }: Sweep): Promise<Reading[]> {
  const asked = keywords.map((word) => new URLSearchParams({ keyword: word, text: word, pageSize: '50' }))
  const found: Reading[] = []
  for (const { method, path } of FEATURES.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))) {
    if (method !== 'GET' || !only.test(path)) continue
    const urls = path.includes('{')
      ? addressesOf(path, ids).slice(0, MOST)
      : [path, ...asked.map((query) => `${path}?${query.toString()}`)]
    for (const url of urls) {
      const text = await read(client, `/api${url}`)
      if (text !== null) found.push({ path, text })
    }
  }
  return found
}

/** The live topics, of every kind and of these ids, that somebody is let into. */
export async function openTopics(client: HttpClient, ids: readonly string[]): Promise<string[]> {
  const prefixes = FEATURES.flatMap(({ topics = [] }) => topics.map(({ prefix }) => prefix))
  const open: string[] = []
  for (const topic of prefixes.flatMap((prefix) => ids.map((id) => `${prefix}:${id}`))) {
    const stop = new AbortController()
    const response = await client
      .fetch('GET', `/api/live?topics=${topic}`, undefined, { signal: stop.signal })
      .catch(refused)
    stop.abort()
    if (response) open.push(topic)
  }
  return open
}

/** Hears these topics from now on; gives what was heard, once asked; where `until` is given, not before that was heard. */
export async function listen(
  client: HttpClient,
  topics: readonly string[],
): Promise<(until?: string) => Promise<string>> {
  const stop = new AbortController()
  const { signal } = stop
  const response = await client.fetch('GET', `/api/live?topics=${topics.join(',')}`, undefined, { signal })
  let text = ''
  let onText = () => undefined as void
  const reading = (async () => {
    for await (const part of response.body!) {
      text += Buffer.from(part).toString()
      onText()
    }
  })().catch(() => undefined)
  return async (until = '') => {
    const heard = new Promise<void>((resolve) => {
      onText = () => {
        if (text.includes(until)) resolve()
      }
      onText()
    })
    await Promise.race([heard, reading])
    stop.abort()
    await reading
    return text
  }
}

function addressesOf(path: string, ids: Ids): string[] {
  let addresses = [path]
  for (const [named, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const values = ids[name] ?? ids.any
    addresses = addresses.flatMap((address) => values.map((value) => address.replace(named, value)))
  }
  return addresses
}

async function read(client: HttpClient, url: string): Promise<string | null> {
  const response = await client.fetch('GET', url).catch(refused)
  return response && textOf(Buffer.from(await response.arrayBuffer()))
}

function refused(error: unknown): null {
  if (error instanceof HttpError) return null
  throw error
}

async function textOf(content: Buffer): Promise<string> {
  if (content.subarray(0, 4).toString() === '%PDF') return pdfText(content).catch(() => '')
  if (content.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') return content.toString()
  const parts: string[] = []
  for (const [name, entry] of await unzip(content)) parts.push(name, await textOf(entry))
  return parts.join('\n')
}
