import type * as z from 'zod'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Section } from '../contract/workflows.ts'
import type { FactField, Facts } from '../rules/definition.ts'

/*
 * What a feature says of its steps that can be approved. Workflow knows no business: it is given these where features
 * are composed, and whoever has a step approved passes them along.
 */

type Any = Context<Actor | null>

/** A record whose step is approved, without any question of access. */
export interface Described {
  /** What the workflow is called, e.g. `医用设备采购（ZB…）`. */
  title: string
  facts: Facts
  /** The record whose history the approval belongs to. */
  trail: { entity: string; entityId: string }
  /** Live topics that hear of a change. */
  topics: string[]
  /** Addresses of the page where the record is read, null where there is none yet, and of the one where the step is written. */
  page: string | null
  editor: string
}

/** `Body` is that of the step's call, with its `approval`; `Done` what the call answers when the step is done at once. */
export interface BusinessNode<Body = unknown, Done = unknown> {
  node: string
  label: string
  /** What it is called of a record with these facts, where that differs. */
  labelOf?(facts: Facts): string
  /** Reads the body of the call, also as it was stored by an earlier version; then it may not be readable. */
  body: z.ZodType<Body>
  /** Kind of record that is held while the approval is pending, e.g. `order`. */
  subjectKind: string
  facts: readonly FactField[]
  /** Throws `notFound` unless this person may see the record from this workbench; `lock` holds it for a change. */
  open(ctx: Context<Employee>, subjectId: string, lock?: 'update'): Promise<unknown>
  describe(ctx: Any, subjectId: string, at: { body: Body | null; workbench: Workbench }): Promise<Described>
  /** The other company that kept this step of the record to itself, and approves it last. */
  keeper?(ctx: Any, subjectId: string): Promise<string | null>
  /** What is to be approved, in the order it is read. */
  sections(ctx: Any, subjectId: string, body: Body): Promise<Section[]>
  /** Does the step, with every check there is. Also run to find out whether it could be done, and then undone. */
  apply(ctx: Context<Employee>, subjectId: string, body: Body): Promise<Done>
}

export interface Business {
  type: string
  label: string
  /** Where its steps are done; left out: where one buys, for oneself or for others. */
  workbenches?: readonly Workbench[]
  /** Codes of the menu entries under which its records are: whoever may see none of them is not offered the business. */
  menus: readonly string[]
  nodes: readonly BusinessNode[]
}

/** Where roles come from. Keys of a source begin with its prefix and a colon. */
export interface RoleSource {
  prefix: string
  list(ctx: Any, companyId: string | null): Promise<{ role: string; label: string; holders: number }[]>
  /** Employees in use who hold the role, in a stable order. */
  holders(ctx: Any, companyId: string, role: string): Promise<string[]>
}

/** What the feature is composed of. */
export interface Setup {
  businesses: readonly Business[]
  roles: readonly RoleSource[]
  /** Whether the tenant's conditions (companies, grey features) let the caller's company see one of these menu entries. */
  maySee: (ctx: Context<Actor>, menus: readonly string[]) => Promise<boolean>
  /** The rights that open one of these menu entries in a workbench, one of which suffices; null: everybody may. */
  rightsFor: (workbench: Workbench, menus: readonly string[]) => ReadonlySet<string> | null
}

const BUYING: readonly Workbench[] = ['purchaser', 'agency']

/** The businesses that the caller's company is offered; the platform keeps defaults for all of them. */
export async function offeredBusinesses(ctx: Context<Actor>, setup: Setup): Promise<Business[]> {
  const offered: Business[] = []
  const { workbench } = ctx.actor
  for (const business of setup.businesses) {
    const isOffered = async () =>
      (business.workbenches ?? BUYING).includes(workbench!) && (await setup.maySee(ctx, business.menus))
    if (workbench === 'admin' || (await isOffered())) offered.push(business)
  }
  return offered
}

export function businessOf(setup: Pick<Setup, 'businesses'>, type: string): Business | undefined {
  return setup.businesses.find((b) => b.type === type)
}

export function nodeOf(setup: Pick<Setup, 'businesses'>, at: { type: string; node: string }): BusinessNode | undefined {
  return businessOf(setup, at.type)?.nodes.find((n) => n.node === at.node)
}

/** What was stored with a submission, as the step's call reads it now; null where it takes this no longer. */
export function bodyOf<Body>(node: Pick<BusinessNode<Body>, 'body'>, stored: unknown): Body | null {
  return node.body.safeParse(stored).data ?? null
}

/** Names of a business and its node; what is no longer offered keeps its key. */
export function labelled(
  setup: Pick<Setup, 'businesses'>,
  { type, node, facts }: { type: string; node: string; facts?: unknown },
) {
  const found = nodeOf(setup, { type, node })
  return {
    type,
    node,
    typeLabel: businessOf(setup, type)?.label ?? type,
    nodeLabel: node === '' ? '全部节点' : found ? named(found, facts).label : node,
  }
}

/** The node as it is called of a record; without facts, as it is called of all. */
export function named(node: BusinessNode, facts: unknown): BusinessNode {
  return facts && node.labelOf ? { ...node, label: node.labelOf(facts as Facts) } : node
}
