import type { Selectable } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Certificate as Row } from '#server/database/tables.ts'
import type { Kind, Medium, Suite } from '../rules/kinds.ts'

/*
 * What other features may ask: what a certificate is worth, and which ones a company and its people hold. Of what judging takes
 * from outside, `fetchRevocations` is called before the transaction. Verdicts are those of `core/judge.ts`.
 */
export { fetchRevocations, type ToVerify, verifyCertificate } from './verify.ts'

type Any = Context<Actor | null>

/** A certificate that a company or one of its people holds. */
export interface HeldCertificate {
  certificateId: string
  companyId: string
  /** Null: the company's own. */
  userId: string | null
  kind: Kind
  medium: Medium
  suite: Suite
  /** Common name: of the company or the person. */
  holder: string
  /** Lower-case hex. */
  serial: string
  der: Buffer
  /** Certificates above it, the issuer's first. */
  chain: readonly Buffer[]
  from: Date
  until: Date
  /** Of no legal effect. */
  isDemo: boolean
}

/**
 * Certificates of a company that are in force at an instant: neither ended nor revoked by then, the newest first. With
 * `userId` those of the company itself and of this person, else of all its people.
 */
export async function certificateOf(
  ctx: Any,
  { companyId, userId, at }: { companyId: string; userId?: string; at: Date },
): Promise<HeldCertificate[]> {
  const rows = await ctx.tx
    .selectFrom('certificate')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('fromAt', '<=', at)
    .where('untilAt', '>', at)
    .where((e) => e.or([e('revokedAt', 'is', null), e('revokedAt', '>', at)]))
    .$if(userId !== undefined, (q) => q.where((e) => e.or([e('userId', 'is', null), e('userId', '=', userId!)])))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(heldOf)
}

function heldOf(row: Selectable<Row>): HeldCertificate {
  const { id, companyId, userId, kind, medium, suite, holder, serial, der, chain, fromAt, untilAt, isDemo } = row
  return {
    certificateId: id,
    companyId,
    userId,
    kind: kind as Kind,
    medium: medium as Medium,
    suite: suite as Suite,
    holder,
    serial,
    der,
    chain,
    from: fromAt,
    until: untilAt,
    isDemo,
  }
}
