import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const [inBrotli, inGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Bytes from which an answer is worth compressing: what is smaller goes out in a packet or a few anyway. */
const LARGE = 64 * 1024
/** As small as gzip's best in half its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Compresses large JSON answers, in the pool of threads. They hold no secret of ours that a guess sent along could find
 * out by their length: session and XSRF token travel in headers.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LARGE) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    reply.header('vary', 'accept-encoding')
    const accepted = acceptedBy(request.headers['accept-encoding'])
    if (!accepted) return payload
    const packed = accepted === 'br' ? await inBrotli(payload, BROTLI) : await inGzip(payload)
    reply.header('content-encoding', accepted).removeHeader('content-length')
    return packed
  })
}

/** `gzip, br;q=0` → gzip: what a browser names without refusing it. */
function acceptedBy(header = ''): 'br' | 'gzip' | undefined {
  const named = header.split(',').map((part) => part.toLowerCase().replaceAll(/\s/g, '').split(';q='))
  const takes = (name: string) => named.some(([one, weight]) => one === name && Number(weight ?? 1) > 0)
  return (['br', 'gzip'] as const).find(takes)
}
