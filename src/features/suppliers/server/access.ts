import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { Day } from '../rules/days.ts'

export type Ctx = Context<Employee>
export type Any = Context<Actor | null>
export type Supplier = Selectable<tables.Supplier>
export type Onboarding = Selectable<tables.SupplierOnboarding>
export type Listing = Selectable<tables.SupplierListing>
export type Certificate = Selectable<tables.SupplierCertificate>

/** Who keeps a purchaser's library, who may recommend for it, and who reads. */
export const KEEPS = { workbench: 'purchaser', right: 'supplierManagement' } as const
export const PROPOSES = { workbench: 'purchaser', right: ['supplierManagement', 'tendering'] } as const
export const READS = { workbench: 'purchaser', right: ['supplierManagement', 'auditing'] } as const
export const READS_PROPOSALS = {
  workbench: 'purchaser',
  right: ['supplierManagement', 'tendering', 'auditing'],
} as const

export function isKeeper({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.rights.has('supplierManagement')
}

/** The day it is in Beijing. */
export function todayOf({ clock }: Pick<Any, 'clock'>): Day {
  return formatDate(clock.now())
}

/** A record of the own library, or `notFound`. */
export async function ownSupplier(ctx: Ctx, id: string, lock?: 'update'): Promise<Supplier> {
  return found(await ctx.one('supplier', { id, ownerCompanyId: ctx.actor.companyId }, lockOf(lock)))
}

export async function ownOnboarding(ctx: Ctx, id: string, lock?: 'update'): Promise<Onboarding> {
  return found(await ctx.one('supplier_onboarding', { id, ownerCompanyId: ctx.actor.companyId }, lockOf(lock)))
}

export async function ownListing(ctx: Ctx, id: string, lock?: 'update'): Promise<Listing> {
  return found(await ctx.one('supplier_listing', { id, ownerCompanyId: ctx.actor.companyId }, lockOf(lock)))
}

/** A certificate of the own library that was not taken out, or `notFound`. */
export async function ownCertificate(ctx: Ctx, id: string, lock?: 'update'): Promise<Certificate> {
  const row = found(await ctx.one('supplier_certificate', { id, ownerCompanyId: ctx.actor.companyId }, lockOf(lock)))
  if (row.removedAt !== null) throw new AppError('notFound')
  return row
}

/** A refusal that stands at a field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

function lockOf(lock?: 'update') {
  return lock ? { lock } : {}
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('notFound')
  return row
}
