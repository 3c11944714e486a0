import { createHash } from 'node:crypto'
import { type AddCheckpoint, encodeAddCheckpoint, SIZE_TYPE } from '#features/sealing/core/log/add-checkpoint.ts'
import { type Checkpoint, parseNoteKey, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { cosignaturesOf, parseWitnessKey, withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { parseSignatures } from '#features/sealing/core/log/note.ts'

/** What a witness said to a head. */
export type Answer =
  /** Lines that hold, of the key we trust; `at`: by its clock. */
  | { kind: 'cosigned'; line: string; at: Date }
  /** It cosigned a head of this size last. */
  | { kind: 'size'; size: number }
  | { kind: 'refused'; text: string }

const PATIENCE_MS = 10_000
const MOST_BYTES = 64 << 10
/** Clocks of witnesses may differ by this much; a signature from further ahead says nothing about the time. */
const AHEAD_MS = 5 * 60_000

/** A witness that does not answer, or not as one. */
export class Unreachable extends Error {}

/**
 * Asks a witness to cosign (C2SP tlog-witness). Lines of other keys are passed over; a line that does not hold is a refusal.
 * Throws `Unreachable` where nothing came that could be an answer.
 */
export async function addCheckpoint(
  witness: { url: string; key: string },
  asked: AddCheckpoint,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Answer> {
  const { status, type, text } = await ask(`${witness.url}/add-checkpoint`, {
    method: 'POST',
    body: encodeAddCheckpoint(asked),
    signal,
  })
  if (status === 200) return readLines(text, { asked, key: witness.key, now })
  if (status === 409 && type.startsWith(SIZE_TYPE) && /^(0|[1-9]\d{0,15})\n$/.test(text))
    return { kind: 'size', size: Number(text) }
  // A gateway before it that fails is not the witness's word.
  if (status >= 500 || status === 429) throw new Unreachable(`HTTP ${status}`)
  return { kind: 'refused', text: REFUSALS[status] ?? `应答 HTTP ${status}` }
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: '对方认为请求格式有误',
  403: '对方登记的日志公钥与本平台不同',
  404: '对方尚未登记本平台的日志公钥',
  409: '同一规模的日志头与对方已见证的不同',
  422: '日志与对方已见证的历史不一致',
}

/** The head that the witness shows everybody, if it shows one as ours do: the newest that it cosigned of a log. */
export async function shownHead(
  { url, key }: { url: string; key: string },
  { logKey, signal }: { logKey: string; signal: AbortSignal },
): Promise<Checkpoint | null> {
  const log = parseNoteKey(logKey)
  const id = createHash('sha256').update(log.name).digest('hex')
  const { status, text } = await ask(`${url}/${id}/checkpoint`, { method: 'GET', signal })
  if (status !== 200) return null
  try {
    return cosignaturesOf(text, [parseWitnessKey(key)]).length > 0 ? verifyCheckpoint(text, log) : null
  } catch {
    return null
  }
}

function readLines(text: string, { asked, key, now }: { asked: AddCheckpoint; key: string; now: Date }): Answer {
  const trusted = parseWitnessKey(key)
  let lines: string[]
  try {
    parseSignatures(text)
    lines = text.match(/.+\n/g) ?? []
  } catch {
    return { kind: 'refused', text: '应答不是见证签名' }
  }
  for (const line of lines) {
    const [held] = cosignaturesOf(withSignatures(asked.note, [line]), [trusted])
    if (held && held.at.getTime() <= now.getTime() + AHEAD_MS) return { kind: 'cosigned', line, at: held.at }
    if (held)
      return { kind: 'refused', text: `对方时钟快了 ${Math.round((held.at.getTime() - now.getTime()) / 60_000)} 分钟` }
  }
  return { kind: 'refused', text: '应答中没有该见证公钥的有效签名' }
}

async function ask(
  url: string,
  { signal, ...init }: { method: string; body?: string; signal: AbortSignal },
): Promise<{ status: number; type: string; text: string }> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await limited(response) }
  } catch (cause) {
    if (signal.aborted || cause instanceof Unreachable) throw cause
    throw new Unreachable(reasonOf(cause), { cause })
  }
}

/** The body of an answer; whoever sends without end is no witness. */
async function limited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Unreachable('应答过长')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'TimeoutError') return '超时'
  const code = (cause as { cause?: { code?: unknown } }).cause?.code
  return typeof code === 'string' ? code : '连接失败'
}
