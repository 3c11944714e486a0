import { sign as signBytes, createPrivateKey } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { MOST_BYTES } from '#features/sealing/core/log/add-checkpoint.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { cosignNote, encodeWitnessKey, withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { judge } from './judge.ts'
import { hash, type LogState, type WitnessStore } from './store.ts'

/** What stands before the 32 bytes of a key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The witness over HTTP: `POST /add-checkpoint` (C2SP tlog-witness), `GET /key` (its verifier key), `GET /status` (JSON), and
 * `GET /<hex SHA-256 of an origin>/checkpoint` (the newest head it cosigned). Does not listen yet. `now`: its clock.
 */
export function serveWitness(store: WitnessStore, now: () => Date = () => new Date()): Server {
  const signer = createPrivateKey({
    key: Buffer.concat([PKCS8, fromHex(store.privateKey)]),
    format: 'der',
    type: 'pkcs8',
  })
  const cosign = (note: string) =>
    cosignNote(note, {
      key: store.key,
      seconds: Math.floor(now().getTime() / 1000),
      sign: (message) => new Uint8Array(signBytes(null, message, signer)),
    })

  // Judged and kept in one turn of the event loop: no two requests can both continue the same head.
  const add = (text: string): Answer => {
    const judged = judge(text, (origin) => store.log(origin))
    if (judged.status === 200) {
      const { note, checkpoint } = judged
      store.keep(checkpoint.origin, { note, at: now() })
      return { status: 200, text: cosign(note), type: TEXT }
    }
    const { status, evidence, type } = judged
    if (evidence) store.refuse(evidence.origin, { status, why: evidence.why, at: now(), note: evidence.note })
    return { status, text: judged.text, type }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = (request.url ?? '').split('?', 1)[0]!
    if (path === '/add-checkpoint') {
      if (request.method !== 'POST') return { status: 405, text: 'POST\n', type: TEXT }
      const text = await bodyOf(request)
      return text === null ? { status: 413, text: 'too large\n', type: TEXT } : add(text)
    }
    if (request.method !== 'GET') return { status: 405, text: 'GET\n', type: TEXT }
    if (path === '/key') return { status: 200, text: `${encodeWitnessKey(store.key)}\n`, type: TEXT }
    if (path === '/' || path === '/status') return { status: 200, text: statusOf(store), type: 'application/json' }
    const [, asked] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
    const log = asked === undefined ? undefined : store.logs().find(({ key }) => hash(key.name) === asked)
    if (!log?.note) return { status: 404, text: 'not found\n', type: TEXT }
    return { status: 200, text: withSignatures(log.note, [cosign(log.note)]), type: TEXT }
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answer(request).then(
      (found) => send(response, found),
      (error: unknown) => {
        console.error(error)
        send(response, { status: 500, text: 'the witness could not do it\n', type: TEXT })
      },
    )
  })
  return server
}

interface Answer {
  status: number
  text: string
  type: string
}

const TEXT = 'text/plain; charset=utf-8'

function send(response: ServerResponse, { status, text, type }: Answer): void {
  if (response.destroyed) return
  // What is left of a body that was too large is not read.
  if (status === 413) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

/** Null when it is too large, or not UTF-8. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What is known of each log, for people and for the logs' own operators. */
function statusOf(store: WitnessStore): string {
  const logs = store.logs().map(({ key, note, at, refusals, lastRefusal }: LogState) => {
    const head = note === null ? null : parseCheckpoint(note)
    return {
      origin: key.name,
      size: head?.size ?? null,
      root: head && Buffer.from(head.root).toString('hex'),
      at,
      refusals,
      lastRefusal,
    }
  })
  return `${JSON.stringify({ name: store.key.name, key: encodeWitnessKey(store.key), logs }, null, 2)}\n`
}
