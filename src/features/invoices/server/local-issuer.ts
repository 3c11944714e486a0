import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/config.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import type { Issuer } from '../rules/issuer.ts'
import { renderSample } from './sample.ts'
import { readSigned, signed } from './signature.ts'

/** Work of the local issuer: to tell what it has issued, by what it was asked. */
export const NOTIFY = { issue: 'invoice.local-issued', reverse: 'invoice.local-reversed' } as const
type Act = keyof typeof NOTIFY

/**
 * Plays the tax system where none is connected: what it is asked for it issues as a sample, and tells so by a signed notice,
 * as the real one does. It remembers nothing: the number follows from ours, so that the same asked again is the same.
 */
export function localIssuer(kernel: Kernel, tenantId: number): Issuer {
  const notice = (act: Act, no: string) =>
    inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      await enqueue(ctx, NOTIFY[act], no)
      return { state: 'running' as const }
    })
  return {
    code: 'local',
    issue: ({ no }) => notice('issue', no),
    reverse: ({ no }) => notice('reverse', no),
    document: (sheet, issued) => renderSample(sheet, issued),
    readNotice: (body, headers, now) => readSigned(localKey(kernel, tenantId), body, { headers, now }),
  }
}

/** Bytes and headers of a notice, as they go over the wire, signed for this instant. */
export async function localNotice(kernel: Kernel, tenantId: number, { act, no }: { act: Act; no: string }) {
  const total = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) => totalOf(ctx, act, no))
  const now = kernel.clock.now()
  const body = JSON.stringify({
    id: `${act}-${no}`,
    act,
    no,
    state: 'issued',
    number: numberOf(localKey(kernel, tenantId), `${act}:${no}`),
    total,
    at: now.toISOString(),
  })
  return { body, headers: signed(localKey(kernel, tenantId), body, now) }
}

async function totalOf(ctx: Context<null>, act: Act, no: string): Promise<string> {
  const id = act === 'reverse' ? (await ctx.expectOne('invoice_red', { id: no })).invoiceId : no
  return (await ctx.expectOne('invoice', { id })).total
}

/** 20 digits like a real one; those begin with the year, so that no real number begins with 00. */
function numberOf(key: string, subject: string): string {
  const digits = BigInt(`0x${createHmac('sha256', key).update(subject).digest('hex')}`).toString()
  return `00${digits.slice(-18).padStart(18, '0')}`
}

/** What the local issuer signs with, per tenant. */
function localKey(kernel: Pick<Kernel, 'config'>, tenantId: number): string {
  return createHmac('sha256', deriveKey(kernel.config, 'invoice issuer')).update(String(tenantId)).digest('hex')
}
