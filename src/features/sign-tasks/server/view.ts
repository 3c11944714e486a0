import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { certificateOf } from '#features/certificates/server/public.ts'
import { signersOf } from '#features/e-sign/server/public.ts'
import { toBase64, toHex } from '#features/sealing/core/bytes.ts'
import { issuerOf, publicKeyOf, readCertificate, subjectOf } from '#features/sealing/core/time-stamp/certificate.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { MOST_FOUND } from '../rules/limits.ts'
import { type OrderKind, TASK } from '../rules/status.ts'
import {
  factsOf,
  nextOf,
  ownTask,
  ownTasks,
  partOf,
  READS,
  sha256,
  signersIn,
  SIGNS,
  type Task,
  type Whole,
} from './access.ts'

export const viewRoutes: readonly Route[] = [
  implement(contract.signTaskPage, READS, async (ctx, { query }) => {
    const { keyword, tab } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 't',
        keys: ['createdAt', 'id'],
        rows: () => ownTasks(ctx).$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['t.title', 't.code']))),
      },
      tabs: tabsOf(ctx.actor),
      tab,
      show: (rows) => ownTasks(ctx).innerJoin(rows, 'page.id', 't.id').selectAll('t'),
    })
    return { ...page, rows: await Promise.all(page.rows.map((row) => rowOf(ctx, row as Task))) }
  }),

  implement(contract.signerCandidates, SIGNS, async (ctx, { query: { keyword } }) => {
    const { companyId, companyName } = ctx.actor
    const people = (await signersOf(ctx, companyId)).map(({ userId, name }) => ({ userId, name }))
    const companies = keyword.length < 2 ? [] : await companiesNamed(ctx, keyword)
    return { own: { companyId, name: companyName, people }, companies }
  }),

  implement(contract.signingCertificates, SIGNS, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const held = await certificateOf(ctx, { companyId, userId, at: ctx.clock.now() })
    return held
      .filter(({ suite }) => suite === 'intl')
      .map(({ holder, serial, until, isDemo, der }) => ({
        holder,
        serial,
        until: until.toISOString(),
        isDemo,
        keyHash: sha256(publicKeyOf(der)).toString('hex'),
        certificate: toBase64(der),
      }))
  }),

  implement(contract.signTaskDetail, READS, async (ctx, { params }) => {
    const whole = await ownTask(ctx, params.id)
    const { task, signers } = whole
    const next = nextOf(whole)
    const current = await ctx.one('sign_revision', { taskId: task.id, number: task.revision })
    return {
      id: task.id,
      code: task.code,
      title: task.title,
      message: task.message,
      senderName: task.companyName,
      senderUser: task.userName,
      order: task.orderKind as OrderKind,
      state: task.state,
      reason: task.reason,
      deadline: task.deadline.toISOString(),
      createdAt: task.createdAt.toISOString(),
      sentAt: task.sentAt?.toISOString() ?? null,
      endedAt: task.endedAt?.toISOString() ?? null,
      file: fileOf(task),
      pages: task.pages,
      isRewritten: task.isRewritten,
      revision: task.revision,
      sha256: current?.sha256.toString('hex') ?? null,
      size: current?.size ?? null,
      signers: signers.map((signer) => ({
        signerId: signer.id,
        place: signer.place,
        companyId: signer.companyId,
        companyName: signer.companyName,
        userId: signer.userId,
        userName: signer.userName,
        seal: signer.seal,
        state: signer.state,
        lockedByName: signer.lockedByName,
        endedAt: signer.endedAt?.toISOString() ?? null,
        isNext: next.includes(signer),
      })),
      acts: await actsOf(ctx, task.id),
      actions: actionsOf(ctx, whole),
      isSender: task.companyId === ctx.actor.companyId,
    }
  }),
]

/** The signatures of a task in the order in which they were given. */
export async function actsOf(ctx: Context<Actor>, taskId: string) {
  const rows = await ctx.many('sign_act', { taskId }, { orderBy: ['revision'] })
  return rows.map((row) => ({
    actId: row.id,
    revision: row.revision,
    companyName: row.companyName,
    userName: row.userName,
    seenSha256: row.seenSha256.toString('hex'),
    sha256: row.sha256.toString('hex'),
    ...namesIn(row.certificate),
    verdict: row.verdict,
    signedAt: row.signedAt.toISOString(),
    stampedAt: row.stampedAt.toISOString(),
    authority: row.authority,
    isLocal: row.isLocal,
  }))
}

function namesIn(certificate: Buffer) {
  const cert = readCertificate(certificate)
  const { serialNumber } = cert.parsed.tbsCertificate
  return { holder: subjectOf(cert), issuer: issuerOf(cert), serial: toHex(new Uint8Array(serialNumber)) }
}

export function fileOf({ source }: Pick<Task, 'source'>): StoredFile {
  const { fileId, name, size, sha256 } = source as unknown as StoredFile
  return { fileId, name, size, sha256 }
}

function actionsOf({ actor, clock }: Context<Actor>, whole: Whole) {
  return TASK.allowed(factsOf(actor, whole), partOf(actor, whole), clock.now().getTime())
}

/** Rows `t` that wait for a signature of this person, in a signing task. */
export function waitsFor({ userId, companyId }: Actor) {
  return sql<boolean>`(t.state = 'signing' and exists (select from sign_task_signer s
    where s.tenant_id = t.tenant_id and s.task_id = t.id and s.company_id = ${companyId}
    and (s.user_id is null or s.user_id = ${userId}) and s.ended_at is null
    and (t.order_kind = 'parallel' or not exists (select from sign_task_signer b where b.tenant_id = s.tenant_id
      and b.task_id = s.task_id and b.place < s.place and b.ended_at is null))))`
}

function tabsOf(actor: Actor) {
  const mine = waitsFor(actor)
  const isSent = sql<boolean>`t.company_id = ${actor.companyId}`
  const isDone = sql<boolean>`t.state = 'completed'`
  return {
    mine,
    sent: sql<boolean>`(${isSent} and not ${isDone})`,
    done: isDone,
    other: sql<boolean>`(not ${isSent} and not ${isDone} and not ${mine})`,
  }
}

async function rowOf(ctx: Context<Actor>, task: Task) {
  const whole = { task, signers: await signersIn(ctx, task.id) }
  return {
    id: task.id,
    code: task.code,
    title: task.title,
    senderName: task.companyName,
    state: task.state,
    signed: whole.signers.filter(({ state }) => state === 'signed').length,
    signers: whole.signers.length,
    next: nextOf(whole)
      .map(({ companyName, userName }) => (userName ? `${companyName}（${userName}）` : companyName))
      .join('、'),
    deadline: task.deadline.toISOString(),
    createdAt: task.createdAt.toISOString(),
    endedAt: task.endedAt?.toISOString() ?? null,
  }
}

async function companiesNamed(ctx: Context<Actor>, keyword: string) {
  return (
    ctx.tx
      .selectFrom('company as c')
      .innerJoin('company_tenant as m', 'm.companyId', 'c.id')
      .select(['c.id as companyId', 'c.name', 'c.creditCode'])
      .select(
        sql<boolean>`exists (select from sign_company o where o.tenant_id = m.tenant_id and o.company_id = c.id)`.as(
          'isOpened',
        ),
      )
      .where('m.tenantId', '=', ctx.tenantId)
      .where('m.isCertified', '=', true)
      // People who supply under their own name: their number is no company's.
      .where('c.identity', 'is', null)
      .where('c.id', '<>', ctx.actor.companyId!)
      .where(includes(keyword, ['c.name', 'c.creditCode']))
      .orderBy('c.name')
      .limit(MOST_FOUND)
      .execute()
  )
}

/** A task to read its document from; `notFound` where it has none yet. */
export async function readable(ctx: Context<Actor>, id: string): Promise<{ task: Task; sha256: string }> {
  const { task } = await ownTask(ctx, id)
  const current = await ctx.one('sign_revision', { taskId: id, number: task.revision }, { columns: ['sha256'] })
  const sha256 = (current?.sha256 ?? (task.companyId === ctx.actor.companyId ? task.baseSha256 : null))?.toString('hex')
  if (!sha256) throw new AppError('notFound')
  return { task, sha256 }
}
