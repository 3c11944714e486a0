import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { TrustAnchor } from '#server/database/tables.ts'
import type { Kernel } from '#server/context.ts'
import { type Caller, implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract/admin.ts'
import { PLATFORM } from './access.ts'
import { authorityFacts, authorityOf } from './authority.ts'
import { fromPem } from '../core/der.ts'
import { extensionsOf, nameText, readStrange, serialOf } from '../core/fields.ts'

/** Whose certificates the platform trusts, and when. Kept by its administrators. */
export const anchorRoutes: readonly Route[] = [
  implementForPerson(contract.anchorList, { ...PLATFORM, prepare: statusOf }, async (ctx, { prepared }) => {
    const rows = await ctx.tx
      .selectFrom('trust_anchor')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .orderBy('isDemo')
      .orderBy('createdAt')
      .execute()
    const authority = { ...authorityFacts(ctx.config), ...(prepared as Awaited<ReturnType<typeof statusOf>>) }
    return { authority, anchors: await Promise.all(rows.map(valueOf)) }
  }),

  implementForPerson(contract.addAnchor, PLATFORM, async (ctx, { body }) => {
    const { name, crlUrl, reason } = body
    const der = await readAuthority(body.file)
    const [fromAt, untilAt] = [new Date(body.from), new Date(body.until)]
    if (fromAt >= untilAt) throw new AppError('invalid', '受信任的截止时间应晚于起始时间')
    const fingerprint = createHash('sha256').update(der).digest()
    if (await ctx.one('trust_anchor', { fingerprint }, { columns: ['id'] }))
      throw new AppError('conflict', '该签发机构的证书已在受信任列表内')
    const id = ctx.newId()
    await ctx.insert('trust_anchor', {
      id,
      name,
      der,
      fingerprint,
      fromAt,
      untilAt,
      crlUrl,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    ctx.audit({
      action: 'trust-anchor.add',
      entity: 'trust-anchor',
      entityId: id,
      summary: `信任签发机构 ${name}，${formatTime(fromAt)} 至 ${formatTime(untilAt)}：${reason}`,
      data: { fingerprint: fingerprint.toString('hex'), crlUrl },
    })
    return { anchorId: id }
  }),

  implementForPerson(contract.changeAnchor, PLATFORM, async (ctx, { params, body: { until, crlUrl, reason } }) => {
    const row = await ctx.one('trust_anchor', { id: params.anchorId }, { lock: 'update' })
    if (!row) throw new AppError('notFound')
    const untilAt = new Date(until)
    if (row.fromAt >= untilAt) throw new AppError('invalid', '受信任的截止时间应晚于起始时间')
    await ctx.update('trust_anchor', { id: row.id }, { untilAt, crlUrl })
    ctx.audit({
      action: 'trust-anchor.change',
      entity: 'trust-anchor',
      entityId: row.id,
      summary: `签发机构 ${row.name} 的受信任期改为至 ${formatTime(untilAt)}：${reason}`,
      data: { before: { until: row.untilAt.toISOString(), crlUrl: row.crlUrl }, crlUrl },
    })
  }),
]

/** Whether who certifies here answers; asked before there is a transaction. */
function statusOf(kernel: Kernel, _: unknown, { tenantId }: Caller): Promise<{ isUp: boolean; text: string }> {
  const authority = authorityOf(kernel, tenantId)
  return authority ? authority.status() : Promise.resolve({ isUp: false, text: '未接入' })
}

/** A certificate that may issue others, of bytes that somebody sent. Throws `invalid`. */
async function readAuthority(file: string): Promise<Buffer> {
  try {
    const cert = readStrange(fromPem(Buffer.from(file, 'base64')))
    if (!extensionsOf(cert).isAuthority) throw new AppError('invalid', '该证书不是签发机构（CA）的证书')
    return Buffer.from(cert.der)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', '不是证书文件，或格式错误')
  }
}

async function valueOf(row: Selectable<TrustAnchor>) {
  const cert = readStrange(row.der)
  return {
    anchorId: row.id,
    name: row.name,
    subject: nameText(cert.parsed.tbsCertificate.subject),
    serial: serialOf(cert),
    fingerprint: row.fingerprint.toString('hex'),
    from: row.fromAt.toISOString(),
    until: row.untilAt.toISOString(),
    crlUrl: row.crlUrl,
    isDemo: row.isDemo,
    createdByName: row.createdByName,
  }
}
