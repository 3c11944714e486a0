import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { Identity, type Workbench, WORKBENCH_HEADER, WorkbenchName } from '#contract/workbench.ts'
import type { Actor } from '../actor.ts'
import type { Caller, Route } from '../implement.ts'

/** How the kernel learns who calls and for which tenant; given by the features that own people and tenants. */
export interface Gate {
  /** Tenant of the address, the header or the query; the default one when nothing is named. */
  tenantOf(request: FastifyRequest): Promise<number>
  /** The person behind the session cookie or a single-use ticket; null for a stranger. */
  actorOf(request: FastifyRequest): Promise<Actor | null>
  /** Compares the XSRF header with what belongs to the session cookie. */
  xsrfOk(request: FastifyRequest): boolean
}

/** Resolves the caller of a request and checks it against the route's audience, workbench and right. */
export async function admit(gate: Gate, request: FastifyRequest, route: Route): Promise<Caller> {
  const { audience, workbench, right, beforeFactor = false } = route.options
  const known = await gate.actorOf(request)
  // To what is for everybody, somebody half logged in is a stranger.
  const isStranger = known?.needsFactor === true && audience === 'public' && !beforeFactor
  const found = isStranger ? null : known
  if (found?.needsFactor && !beforeFactor) throw new AppError('factorNeeded')
  const named = request.headers[WORKBENCH_HEADER]
  // A ticket brings the workbench it was made in; everything else names it in the header.
  const parsed = Identity.safeParse(found?.workbench ?? named ?? (found && windowWorkbench(request, route, found)))
  const actor = found && {
    ...found,
    workbench: parsed.success && found.workbenches.has(parsed.data) ? parsed.data : null,
  }
  const tenantId = known?.tenantId ?? (await gate.tenantOf(request))
  if (audience === 'public') return { tenantId, actor }
  if (!actor) throw new AppError('unauthenticated')
  if (audience === 'employee' && actor.isDisabled) throw new AppError('disabled')
  if (audience === 'employee' && !actor.employeeId) throw new AppError('notEmployee')
  if (workbench !== undefined) {
    const allowed = list(workbench)
    if (!actor.workbench || !allowed.includes(actor.workbench)) throw new AppError('noRight')
  }
  if (right !== undefined && !list(right).some((r) => actor.rights.has(r))) throw new AppError('noRight')
  return { tenantId, actor }
}

/** What a browser says of a request that no other site has caused; old ones say nothing. */
const OWN_SITE: readonly unknown[] = ['same-origin', 'same-site', 'none', undefined]

/**
 * The workbench of a file that a window opens by its address, with the session's cookie and no header: the one that
 * `identity` names, else the first that the call is for and the person may enter. Only where reading changes nothing.
 */
function windowWorkbench(request: FastifyRequest, { endpoint, options }: Route, actor: Actor): unknown {
  if (endpoint.method !== 'GET' || endpoint.answer !== 'file' || options.readOnly === false) return undefined
  if (!OWN_SITE.includes(request.headers['sec-fetch-site'])) return undefined
  const identity = new URL(request.url, 'http://here').searchParams.get('identity')
  if (identity !== null) return identity
  const { workbench = WorkbenchName.options } = options
  return list<Workbench>(workbench).find((one) => actor.workbenches.has(one))
}

/** Who asks, where there is no route to say for whom it is: nobody half logged in. */
export async function wholeActor(gate: Gate, request: FastifyRequest): Promise<Actor | null> {
  const actor = await gate.actorOf(request)
  if (actor?.needsFactor) throw new AppError('factorNeeded')
  return actor
}

/**
 * Refuses a changing request that another site could have caused: its Origin must be ours, and a session's request must
 * carry the session's XSRF token. Requests without an Origin (scripts) still need the token.
 */
export function refuseForged(gate: Gate, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const origin = request.headers.origin
  if (origin !== undefined && originHost(origin) !== request.host) throw new AppError('csrf')
  if (!gate.xsrfOk(request)) throw new AppError('csrf')
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

function list<T extends string>(value: T | readonly T[]): readonly T[] {
  return typeof value === 'string' ? [value] : value
}
