import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { maskedIdentity } from '#features/enterprise/rules/identifiers.ts'
import {
  APPLICATION,
  CERTIFICATE,
  type CertificateFacts,
  certificateState,
  REVIEW,
  STATUS_OF,
} from '../rules/application.ts'
import type { Any, ApplicationRow, CertificateRow } from './access.ts'

type Side = 'company' | 'platform'

/** A line of a list, with what this side may do. */
export function applicationLine(ctx: Any, row: ApplicationRow, side: Side) {
  const now = ctx.clock.now().getTime()
  const { code, act, kind, medium, suite, years, companyName, personName, state, price, userName, reason } = row
  return {
    applicationId: row.id,
    code,
    act,
    kind,
    medium,
    suite,
    years,
    companyName,
    personName,
    state,
    price,
    userName,
    reason,
    status: STATUS_OF[state] as 0,
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    certificateId: row.certificateId,
    payOrderId: state === 'paying' ? row.payOrderId : null,
    actions: side === 'company' ? APPLICATION.allowed(row, null, now) : REVIEW.allowed(row, null, now),
  }
}

export async function applicationValue(ctx: Context<Actor>, row: ApplicationRow, side: Side) {
  const former = row.formerId ? await ctx.expectOne('certificate', { id: row.formerId }, { columns: ['serial'] }) : null
  const open = (column: 'identity' | 'mobile') => ctx.cipher.open(`ca_application.${column}`, row.id, row[column])
  return {
    ...applicationLine(ctx, row, side),
    creditCode: row.creditCode,
    identity: maskedIdentity(open('identity')),
    mobile: maskedMobile(open('mobile')),
    letters: row.letters as StoredFile[],
    licences: row.licences as StoredFile[],
    keyHash: row.keyHash?.toString('hex') ?? null,
    formerId: row.formerId,
    formerSerial: former?.serial ?? null,
    due: row.due,
    hasVoucher: row.useId !== null,
    paidAt: row.paidAt?.toISOString() ?? null,
    isRefunded: row.refundId !== null,
    problem: row.problem,
    // Applicants are told that the platform decided.
    decidedByName: side === 'platform' ? row.decidedByName : '',
  }
}

/** What decides what may be done with a certificate. */
export async function factsOf(ctx: Any, row: CertificateRow): Promise<CertificateFacts> {
  const followed = await followedOf(ctx, [row.id])
  return { ...datesOf(row), isFollowed: followed.has(row.id) }
}

/** Of these certificates those that another one follows, or is asked for. */
export async function followedOf(ctx: Any, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const after = await ctx.many('certificate', { formerId: ids }, { columns: ['formerId'] })
  const state = ['saved', 'paying', 'pending', 'issuing', 'rejected']
  const asked = await ctx.many('ca_application', { formerId: ids, state }, { columns: ['formerId'] })
  return new Set([...after, ...asked].map(({ formerId }) => formerId!))
}

function datesOf({ fromAt, untilAt, revokedAt }: CertificateRow) {
  return { from: fromAt.getTime(), until: untilAt.getTime(), revokedAt: revokedAt?.getTime() ?? null }
}

export function certificateLine(ctx: Any, row: CertificateRow, isFollowed: boolean) {
  const now = ctx.clock.now().getTime()
  const facts = { ...datesOf(row), isFollowed, now }
  const state = certificateState(facts, now)
  const { applicationId, kind, medium, suite, years, price, holder, companyName, serial, isDemo, revokeReason } = row
  return {
    certificateId: row.id,
    applicationId,
    kind,
    medium,
    suite,
    years,
    price,
    holder,
    companyName,
    serial,
    isDemo,
    revokeReason,
    keyHash: row.keyHash.toString('hex'),
    from: row.fromAt.toISOString(),
    until: row.untilAt.toISOString(),
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    state,
    daysLeft: state === 'active' || state === 'coming' ? Math.ceil((facts.until - now) / DAY) : 0,
    actions: CERTIFICATE.allowed(facts, null, now),
  }
}

function maskedMobile(mobile: string): string {
  return mobile === '' ? '' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}
