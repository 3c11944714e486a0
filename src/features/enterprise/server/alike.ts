import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { CardStatus } from '../rules/enums.ts'
import { type Company, companiesHere, findCompany } from './access.ts'
import { registeredFacts } from './registration.ts'

type Ctx = Context<Actor | null>

/**
 * What is compared. `legalPerson`: name and identity number are the same; `namesake`: the name is, and one of the two has no
 * number on file. Number, registered address and contact are encrypted.
 */
export type AlikeFact =
  | 'legalPerson'
  | 'namesake'
  | 'account'
  | 'phone'
  | 'address'
  | 'registeredAddress'
  | 'contactMobile'

export interface Alike {
  companyId: string
  fact: AlikeFact
  /** Since both have it on file; null: since before the day was kept. */
  since: Date | null
}

/** Of one fact; whoever has more in common with others is an office that registers companies, not one of them. */
const MOST = 100

/**
 * Companies certified at this tenant that have something on file which this one has, too. Encrypted addresses and contacts are
 * opened, and so compared, with the companies of `among` and with those found by the rest. Natural persons are told to nobody.
 * `compared`: what this company has on file itself.
 */
export async function companiesAlike(
  ctx: Ctx,
  companyId: string,
  among: readonly string[],
): Promise<{ alike: Alike[]; compared: AlikeFact[] }> {
  const own = await findCompany(ctx, companyId)
  if (!own?.isCertified) return { alike: [], compared: [] }
  const told = await ctx.expectOne(
    'company_tenant',
    { companyId },
    { columns: ['phone', 'address', 'phoneAt', 'addressAt'] },
  )
  const accounts = await accountsOf(ctx, companyId)
  const plain = [
    ...(await stated(ctx, companyId, { column: 'phone', value: told.phone, since: told.phoneAt })),
    ...(await stated(ctx, companyId, { column: 'address', value: told.address, since: told.addressAt })),
    ...(await sameAccounts(ctx, companyId, accounts)),
  ]
  const namesakes = own.legalPerson === '' ? [] : await namesakesOf(ctx, own)
  const ids = new Set([...among, ...plain.map((one) => one.companyId)])
  const others =
    ids.size === 0
      ? []
      : await certified(ctx, companyId)
          .where('c.id', 'in', [...ids])
          .execute()
  const facts = registeredFacts(ctx, own)
  const sealed = [...namesakes, ...others.filter(({ id }) => namesakes.every((one) => one.id !== id))]
  return {
    alike: [...sealed.flatMap((other) => sameRegistrations(ctx, own, { facts, other })), ...plain],
    compared: [
      ...(own.legalPerson === '' ? [] : (['legalPerson', 'namesake'] as const)),
      ...(accounts.length === 0 ? [] : (['account'] as const)),
      ...(['phone', 'address'] as const).filter((column) => told[column] !== ''),
      ...(['registeredAddress', 'contactMobile'] as const).filter((fact) => facts[fact] !== ''),
    ],
  }
}

function certified(ctx: Ctx, companyId: string) {
  return companiesHere(ctx)
    .where('t.isCertified', '=', true)
    .where('c.companyType', '<>', 4)
    .where('c.id', '<>', companyId)
}

function namesakesOf(ctx: Ctx, own: Company) {
  return certified(ctx, own.id)
    .where('c.legalPerson', '<>', '')
    .where('c.legalPerson', '=', own.legalPerson)
    .orderBy('c.id')
    .limit(MOST)
    .execute()
}

/** What two certifications say alike. Two different identity numbers are two people, whatever their name. */
function sameRegistrations(
  ctx: Ctx,
  own: Company,
  { facts, other }: { facts: ReturnType<typeof registeredFacts>; other: Company },
): Alike[] {
  const theirs = registeredFacts(ctx, other)
  const same = (['registeredAddress', 'contactMobile'] as const).filter(
    (fact): boolean => facts[fact] !== '' && facts[fact] === theirs[fact],
  )
  const since = later(own.certifiedAt, other.certifiedAt)
  const person = personAlike(facts, theirs)
  return [...(person ? [person] : []), ...same].map((fact) => ({ companyId: other.id, fact, since }))
}

function personAlike(
  own: ReturnType<typeof registeredFacts>,
  other: ReturnType<typeof registeredFacts>,
): 'legalPerson' | 'namesake' | null {
  if (own.legalPerson === '' || own.legalPerson !== other.legalPerson) return null
  if (own.identityNumber === '' || other.identityNumber === '') return 'namesake'
  return own.identityNumber === other.identityNumber ? 'legalPerson' : null
}

interface Stated {
  column: 'phone' | 'address'
  value: string
  since: Date | null
}

/** Who states the same in its basic information. */
async function stated(ctx: Ctx, companyId: string, { column, value, since }: Stated): Promise<Alike[]> {
  if (value === '') return []
  const at = column === 'phone' ? 't.phoneAt' : 't.addressAt'
  const rows = await certified(ctx, companyId)
    .clearSelect()
    .select(['c.id', `${at} as at`])
    .where(`t.${column}`, '<>', '')
    .where(`t.${column}`, '=', value)
    .orderBy('c.id')
    .limit(MOST)
    .execute()
  return rows.map(({ id, at: theirs }) => ({ companyId: id, fact: column, since: later(since, theirs) }))
}

/** Accounts of a company that a bank has verified. */
async function accountsOf(ctx: Ctx, companyId: string) {
  const rows = await ctx.many(
    'bank_card',
    { companyId, status: CardStatus.values.verified },
    { columns: ['id', 'accountNo', 'verifiedAt'] },
  )
  return rows.map(({ id, accountNo, verifiedAt }) => ({
    hashes: ctx.cipher.hashes('bank_card.account_no', ctx.cipher.open('bank_card.account_no', id, accountNo)),
    verifiedAt,
  }))
}

async function sameAccounts(
  ctx: Ctx,
  companyId: string,
  accounts: Awaited<ReturnType<typeof accountsOf>>,
): Promise<Alike[]> {
  const hashes = accounts.flatMap((one) => one.hashes)
  if (hashes.length === 0) return []
  const rows = await certified(ctx, companyId)
    .innerJoin('bank_card as b', (j) =>
      j.onRef('b.tenantId', '=', 't.tenantId').onRef('b.companyId', '=', 't.companyId'),
    )
    .clearSelect()
    .select(['c.id', 'b.accountNoHash', 'b.verifiedAt'])
    .where('b.accountNoHash', 'in', hashes)
    .where('b.status', '=', CardStatus.values.verified)
    .orderBy('c.id')
    .limit(MOST)
    .execute()
  return rows.map(({ id, accountNoHash, verifiedAt }) => ({
    companyId: id,
    fact: 'account',
    since: later(accounts.find((one) => one.hashes.includes(accountNoHash!))!.verifiedAt, verifiedAt),
  }))
}

/** The later of two instants; null where one of them is not known. */
function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return null
  return a > b ? a : b
}
