import { createHash, randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { certificateOf, fetchRevocations, verifyCertificate } from '#features/certificates/server/public.ts'
import { assertCanSign, sealImage, spendCopies } from '#features/e-sign/server/public.ts'
import { type Bytes, equalBytes, fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import { isSignedWith, readCertificate } from '#features/sealing/core/time-stamp/certificate.ts'
import { type Stamped, timeStamp } from '#features/witnesses/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { type Caller, implement, type Input, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { derSignature, makeContainer, signedAttributes } from '../core/container.ts'
import { coveredBy } from '../core/coverage.ts'
import { readContainer } from '../core/read-container.ts'
import { LOCK_MINUTES, TICKET_SECONDS } from '../rules/limits.ts'
import {
  bytesOf,
  type Ctx,
  demand,
  ownTask,
  type Pending,
  record,
  sha256,
  type Signer,
  SIGNS,
  tellPages,
  turnOf,
  type Whole,
} from './access.ts'
import { extendApart } from './pdf/apart.ts'
import type { Mark } from './pdf/extend.ts'
import { type Extended, seal } from './pdf/seal.ts'
import { ASKED_EVENT, DUE_EVENT, UNLOCK_EVENT, UNLOCKED } from './send.ts'

/** Event that all have signed: `taskId`, `subjectKind`, `subjectId`, `sha256` of the document. */
export const COMPLETED_EVENT = 'sign-task.completed'

type Given<E extends { body: z.ZodType }> = z.output<E['body']>

export const signRoutes: readonly Route[] = [
  implement(contract.signUrl, { ...SIGNS, readOnly: false }, async (ctx, { params }) => {
    demand(ctx, await ownTask(ctx, params.id), 'sign')
    const now = ctx.clock.now()
    const ticket = randomBytes(32).toString('base64url')
    await ctx.tx.deleteFrom('sign_ticket').where('tenantId', '=', ctx.tenantId).where('expiresAt', '<', now).execute()
    const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000)
    await ctx.insert('sign_ticket', { ...ticketOf(ctx, params.id, ticket), expiresAt })
    const url = `/api/esign/tasks/${params.id}/prepare?ticket=${ticket}`
    return { url, ticket, expiresAt: expiresAt.toISOString() }
  }),

  implement(contract.prepareSignature, { ...SIGNS, prepare: firstPass }, async (ctx, { params, query, prepared }) => {
    const { pending, extended, attributes, seen } = prepared as FirstPass
    const whole = await ownTask(ctx, params.id, 'update')
    demand(ctx, whole, 'sign')
    await spendTicket(ctx, params.id, query.ticket)
    const signer = turnOf(ctx.actor, whole)!
    demandSeen(whole, { revision: pending.revision })
    const now = ctx.clock.now()
    await ctx.update(
      'sign_task_signer',
      { id: signer.id },
      {
        state: 'locked',
        lockedBy: ctx.actor.userId,
        lockedByName: ctx.actor.name,
        lockedAt: now,
        pending: JSON.stringify(pending),
      },
    )
    const until = new Date(now.getTime() + LOCK_MINUTES * MINUTE)
    const payload = { taskId: params.id, actId: pending.actId }
    await ctx.schedule(`${UNLOCK_EVENT}:${params.id}`, until, { kind: UNLOCK_EVENT, payload })
    tellPages(ctx, whole)
    return {
      actId: pending.actId,
      attributes: toBase64(attributes),
      tail: toBase64(extended.content.subarray(seen)),
      gap: extended.gap,
      lockedUntil: until.toISOString(),
    }
  }),

  implement(
    contract.submitSignature,
    { ...SIGNS, prepare: secondPassOnce },
    async (ctx, { params, body, prepared }) => {
      const whole = await ownTask(ctx, params.id, 'update')
      // Sent again, or ten times at once: it was signed once.
      const done = await ctx.one('sign_act', { id: body.actId, taskId: params.id, userId: ctx.actor.userId })
      if (done) return { revision: done.revision, sha256: done.sha256.toString('hex'), state: whole.task.state }
      demand(ctx, whole, 'sign')
      const made = prepared as SecondPass | null
      const signer = lockedBy(ctx.actor, whole, body.actId)
      if (!made) throw superseded()
      demandSeen(whole, made.pending)
      await assertCanSign(ctx, { companyId: ctx.actor.companyId, userId: ctx.actor.userId, copies: 0 })
      return append(ctx, { whole, signer, made })
    },
  ),
]

interface FirstPass {
  pending: Pending
  extended: Extended
  attributes: Bytes
  /** Bytes of the revision that was read. */
  seen: number
}

/** Everything slow of the first pass, outside of the transaction that locks the task. */
async function firstPass(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  { tenantId, actor }: Caller,
): Promise<FirstPass> {
  const { id } = input.params as { id: string }
  const { ticket } = input.query as { ticket: string }
  const { seenSha256, certificate: given } = input.body as Given<typeof contract.prepareSignature>
  const certificate = fromBase64(given)
  const scope = { tenantId, actor: actor as Employee, readOnly: true }
  const chain = await inContext(kernel, scope, async (ctx) => {
    demand(ctx, await ownTask(ctx, id), 'sign')
    if (!(await ctx.one('sign_ticket', ticketOf(ctx, id, ticket)))) throw badTicket()
    const { companyId, userId } = ctx.actor
    const held = await certificateOf(ctx, { companyId, userId, at: ctx.clock.now() })
    return held.find(({ der }) => der.equals(certificate))?.chain ?? []
  })
  await fetchRevocations(kernel, tenantId, [{ der: certificate, between: chain }])
  const {
    whole,
    seal: picture,
    code,
  } = await inContext(kernel, scope, async (ctx) => {
    const found = await ownTask(ctx, id)
    const signer = turnOf(ctx.actor, found)
    if (!signer) throw new AppError('wrongState')
    await assertCanSign(ctx, { companyId: ctx.actor.companyId, userId: ctx.actor.userId, copies: 0 })
    await demandCertificate(ctx, certificate, chain)
    return { whole: found, ...(await pictureOf(ctx, signer)) }
  })
  const revision = whole.task.revision
  const { hash } = await revisionOf(kernel, { tenantId, taskId: id, number: revision })
  if (hash !== seenSha256) throw changed()
  const actId = await inContext(kernel, scope, async (ctx) => ctx.newId())
  const content = await bytesOf(kernel, hash)
  const at = kernel.clock.now()
  const mark: Mark = { field: `kb-${actId}`, at, ...wordsOf(actor!), seal: picture }
  const extended = await extendApart(actor!, content, mark)
  const attributes = await signedAttributes({ digest: digestOf(extended), certificate })
  return {
    extended,
    attributes,
    seen: content.length,
    pending: {
      actId,
      revision,
      seenSha256,
      field: mark.field,
      at: at.toISOString(),
      attributes: sha256(attributes).toString('hex'),
      certificate: toBase64(certificate),
      chain: chain.map(toBase64),
      sealCode: code,
    },
  }
}

interface SecondPass {
  pending: Pending
  stored: { sha256: string; size: number }
  attributes: Bytes
  signature: Bytes
  stamped: Stamped
  verdict: string
}

/** Second passes that are being made, by what was sent: sent again meanwhile, it waits for the same one. */
const underWay = new Map<string, Promise<SecondPass | null>>()

function secondPassOnce(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<SecondPass | null> {
  const { actId, signature } = input.body as Given<typeof contract.submitSignature>
  const key = [caller.tenantId, caller.actor?.userId, actId, signature].join(' ')
  const known = underWay.get(key)
  if (known) return known
  const made = secondPass(kernel, input, caller).finally(() => underWay.delete(key))
  underWay.set(key, made)
  return made
}

/** Everything slow of the second pass: the same revision again, the signature over it, its time-stamp. Null where nothing waits. */
async function secondPass(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  { tenantId, actor }: Caller,
): Promise<SecondPass | null> {
  const { id } = input.params as { id: string }
  const { actId, signature: given } = input.body as Given<typeof contract.submitSignature>
  const scope = { tenantId, actor: actor as Employee, readOnly: true }
  const found = await inContext(kernel, scope, async (ctx) => {
    const whole = await ownTask(ctx, id)
    const signer = whole.signers.find((one) => one.pending?.actId === actId && one.lockedBy === actor!.userId)
    return signer ? { pending: signer.pending!, picture: await pictureOf(ctx, signer) } : null
  })
  if (!found) return null
  const { pending, picture } = found
  const certificate = fromBase64(pending.certificate)
  const chain = pending.chain.map(fromBase64)
  await fetchRevocations(kernel, tenantId, [{ der: certificate, between: chain }])
  const verdict = await inContext(kernel, scope, (ctx) => demandCertificate(ctx, certificate, chain))
  const content = await bytesOf(kernel, pending.seenSha256)
  const mark = { field: pending.field, at: new Date(pending.at), ...wordsOf(actor!), seal: picture.seal }
  const extended = await extendApart(actor!, content, mark)
  const signed = { digest: digestOf(extended), certificate }
  const attributes = await signedAttributes(signed)
  if (sha256(attributes).toString('hex') !== pending.attributes)
    throw new AppError('tampered', '文件或印章在签署期间有变化，请重新签署')
  const signature = await signatureOf(given, { certificate, attributes })
  const stamped = await timeStamp(kernel, { tenantId, what: { data: signature } }).catch((error: unknown) => {
    kernel.log.error({ err: error }, 'a signature could not be time-stamped')
    throw new AppError('unavailable', '时间戳服务暂不可用，签署未完成，请稍后重试')
  })
  const container = await makeContainer(signed, { signature, chain, token: new Uint8Array(stamped.token) })
  const done = seal(extended, container)
  const proof = await readContainer(container, coveredBy(done, { gap: extended.gap, end: done.length }))
  if (!proof.isIntact || proof.finding || !proof.stamp) throw new AppError('tampered', '签署结果未通过自检，请重新签署')
  const stored = await kernel.files.put(Buffer.from(done))
  return { pending, stored, attributes, signature, stamped, verdict }
}

async function append(ctx: Ctx, { whole, signer, made }: { whole: Whole; signer: Signer; made: SecondPass }) {
  const { task, signers } = whole
  const { pending, stored, attributes, signature, stamped, verdict } = made
  const now = ctx.clock.now()
  const revision = task.revision + 1
  const hash = Buffer.from(stored.sha256, 'hex')
  await ctx.insert('sign_revision', {
    taskId: task.id,
    number: revision,
    sha256: hash,
    size: stored.size,
    createdAt: now,
  })
  await ctx.insert('sign_act', {
    id: pending.actId,
    taskId: task.id,
    signerId: signer.id,
    revision,
    companyId: signer.companyId,
    companyName: signer.companyName,
    userId: ctx.actor.userId,
    userName: ctx.actor.name,
    seenSha256: Buffer.from(pending.seenSha256, 'hex'),
    sha256: hash,
    field: pending.field,
    sealCode: pending.sealCode,
    attributes: Buffer.from(attributes),
    signature: Buffer.from(signature),
    certificate: Buffer.from(pending.certificate, 'base64'),
    verdict,
    token: stamped.token,
    stampedAt: stamped.at,
    authority: stamped.authority,
    isLocal: stamped.isLocal,
    signedAt: now,
  })
  const ended = { ...UNLOCKED, state: 'signed', endedAt: now, userId: ctx.actor.userId, userName: ctx.actor.name }
  await ctx.update('sign_task_signer', { id: signer.id }, ended)
  await ctx.schedule(`${UNLOCK_EVENT}:${task.id}`, null, { kind: UNLOCK_EVENT, payload: {} })
  const isLast = signers.every(({ id, state }) => id === signer.id || state === 'signed')
  const state = isLast ? 'completed' : 'signing'
  await ctx.update('sign_task', { id: task.id }, { revision, state, ...(isLast && { endedAt: now }) })
  record(ctx, task, {
    action: 'sign',
    summary: `${signer.companyName}签署`,
    data: { revision, seen: pending.seenSha256, sha256: stored.sha256, stampedAt: stamped.at.toISOString() },
  })
  if (isLast) {
    await ctx.schedule(`${DUE_EVENT}:${task.id}`, null, { kind: DUE_EVENT, payload: {} })
    // Held since it was sent, and by nothing but its end given back.
    if (!(await spendCopies(ctx, { companyId: task.companyId, taskId: task.id })))
      throw new Error(`no copy is set apart for the task ${task.id}`)
    const { subjectKind, subjectId } = task
    ctx.emit({ kind: COMPLETED_EVENT, payload: { taskId: task.id, subjectKind, subjectId, sha256: stored.sha256 } })
  } else if (task.orderKind === 'sequential') ctx.emit({ kind: ASKED_EVENT, payload: { taskId: task.id } })
  tellPages(ctx, whole)
  return { revision, sha256: stored.sha256, state } as const
}

/** Throws `forbidden` with the reason where the certificate may not be used by this person now; else what it is worth. */
async function demandCertificate(ctx: Context<Employee>, der: Bytes, between: readonly Uint8Array[]): Promise<string> {
  const { companyId, userId } = ctx.actor
  const at = ctx.clock.now()
  const { creditCode: companyCode } = await ctx.tx
    .selectFrom('company')
    .select('creditCode')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { verdict, reason, isDemo } = await verifyCertificate(ctx, der, {
    at,
    companyCode,
    usage: 'signature',
    between,
  })
  if (verdict !== 'good') throw new AppError('forbidden', `证书不能用于签署：${reason}`, { verdict })
  const held = await certificateOf(ctx, { companyId, userId, at })
  if (!held.some((one) => equalBytes(new Uint8Array(one.der), der)))
    throw new AppError('forbidden', '证书不能用于签署：不是本企业或本人的证书', { verdict: 'otherHolder' })
  return isDemo ? `${reason}（演示 CA，不具法律效力）` : reason
}

async function pictureOf(ctx: Context<Employee>, signer: Signer): Promise<{ seal: Mark['seal']; code: string }> {
  if (!signer.seal) return { seal: null, code: '' }
  const { png, code } = await sealImage(ctx, signer.companyId)
  return { seal: { png: new Uint8Array(png), place: signer.seal }, code }
}

async function signatureOf(
  given: string,
  { certificate, attributes }: { certificate: Bytes; attributes: Bytes },
): Promise<Bytes> {
  const raw = fromBase64(given)
  if (raw.length !== 64) throw new AppError('tampered', '签名格式不符')
  const signature = derSignature(raw)
  const isSigned = await isSignedWith(readCertificate(certificate), {
    message: attributes,
    signature,
    algorithm: '1.2.840.10045.4.3.2',
    digest: '',
  }).catch(() => false)
  if (!isSigned) throw new AppError('tampered', '签名与文件或证书不符，未被接受')
  return signature
}

async function revisionOf(
  kernel: Kernel,
  { tenantId, taskId, number }: { tenantId: number; taskId: string; number: number },
): Promise<{ hash: string }> {
  const row = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) =>
    ctx.expectOne('sign_revision', { taskId, number }, { columns: ['sha256'] }),
  )
  return { hash: row.sha256.toString('hex') }
}

function digestOf({ content, gap }: Extended): Bytes {
  return new Uint8Array(sha256(coveredBy(content, { gap, end: content.length })))
}

function wordsOf({ companyName, name }: Actor): Pick<Mark, 'signer' | 'reason'> {
  return { signer: companyName ?? name, reason: `${name}代表${companyName ?? '本人'}签署` }
}

function lockedBy(actor: Employee, { signers }: Whole, actId: string): Signer {
  const signer = signers.find(({ pending, lockedBy: by }) => pending?.actId === actId && by === actor.userId)
  if (!signer) throw superseded()
  return signer
}

function demandSeen({ task }: Whole, { revision }: Pick<Pending, 'revision'>): void {
  if (task.revision !== revision) throw changed()
}

function changed(): AppError {
  return new AppError('conflict', '文件已有新的版本（其他签署方刚刚签署），请重新查看后签署')
}

function superseded(): AppError {
  return new AppError('wrongState', '本次签署已超时、放弃或被新的签署取代，请重新签署')
}

function badTicket(): AppError {
  return new AppError('forbidden', '签署地址无效、已使用或已过期，请重新发起签署')
}

function ticketOf(ctx: Context<Actor>, taskId: string, ticket: string) {
  return { tokenHash: createHash('sha256').update(ticket).digest(), taskId, userId: ctx.actor.userId }
}

async function spendTicket(ctx: Ctx, taskId: string, ticket: string): Promise<void> {
  const { tokenHash, userId } = ticketOf(ctx, taskId, ticket)
  const spent = await ctx.tx
    .deleteFrom('sign_ticket')
    .where('tenantId', '=', ctx.tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('taskId', '=', taskId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', ctx.clock.now())
    .returning('tokenHash')
    .executeTakeFirst()
  if (!spent) throw badTicket()
}
