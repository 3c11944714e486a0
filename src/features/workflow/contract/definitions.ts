import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Flow } from '../rules/definition.ts'
import { BindingType, EnableStatus } from '../rules/enums.ts'
import { Business, Person } from './shared.ts'

const DefinitionFields = z.object({
  name: z.string().trim().min(1, '请输入流程名称').max(60),
  type: z.string().min(1, '请选择业务').max(40),
  bindingType: BindingType.schema,
  /** Empty when bound to the whole business. */
  node: z.string().max(40).default(''),
  flow: Flow,
})

export const DefinitionRow = Business.extend({
  definitionId: Id,
  name: z.string(),
  bindingType: BindingType.schema,
  status: EnableStatus.schema,
  version: z.number().int(),
  scope: z.enum(['company', 'tenant']),
  /** False for the platform's defaults seen by a company. */
  mayEdit: z.boolean(),
  /** Workflows that run under it now, under whichever version. */
  running: z.number().int(),
  updatedBy: z.string(),
  updatedAt: Instant,
})

const Problem = z.object({ nodeId: z.string().nullable(), message: z.string() })

export const definitionPage = endpoint({
  method: 'GET',
  path: '/workflow-definitions/page',
  summary: "Own definitions and the platform's defaults, newest change first; from administration: the defaults",
  query: PageQuery.extend({
    type: z.string().max(40).optional(),
    node: z.string().max(40).optional(),
    status: z.coerce.number().int().optional(),
  }),
  returns: pageOf(DefinitionRow),
})

const definition = z.object({ id: Id })

export const definitionDetail = endpoint({
  method: 'GET',
  path: '/workflow-definitions/{id}',
  summary: 'One definition, whole, with what stands against enabling it, and what to know before',
  params: definition,
  query: z.object({ version: z.coerce.number().int().optional().describe('the newest when left out') }),
  returns: DefinitionRow.extend({
    flow: Flow,
    problems: z.array(Problem),
    warnings: z.array(Problem),
    versions: z.array(z.object({ version: z.number().int(), by: z.string(), at: Instant, runs: z.number().int() })),
  }),
})

export const definitionOptions = endpoint({
  method: 'GET',
  path: '/workflow-definitions/options',
  summary: 'People, roles and departments a flow may name; from administration no people',
  returns: z.object({
    people: z.array(Person),
    roles: z.array(z.object({ role: z.string(), label: z.string(), holders: z.number().int() })),
    departments: z.array(
      z.object({ departmentId: Id, name: z.string(), parentId: Id.nullable(), headName: z.string().nullable() }),
    ),
  }),
})

export const checkDefinition = endpoint({
  method: 'POST',
  path: '/workflow-definitions/check',
  summary: 'What stands against enabling a flow that is being drawn, and what to know before',
  body: DefinitionFields.omit({ name: true }),
  returns: z.object({ problems: z.array(Problem), warnings: z.array(Problem) }),
  once: false,
})

export const createDefinition = endpoint({
  method: 'POST',
  path: '/workflow-definitions',
  summary: 'A new definition, forbidden until it is enabled; may be incomplete',
  body: DefinitionFields,
  returns: z.object({ definitionId: Id }),
})

export const updateDefinition = endpoint({
  method: 'PUT',
  path: '/workflow-definitions/{id}',
  summary: 'Change a definition: a new version when the old one is in use or was used. Running workflows keep theirs',
  params: definition,
  body: DefinitionFields.omit({ type: true, bindingType: true, node: true }).extend({
    /** The version that was read; somebody else's newer one answers `conflict`. */
    version: z.number().int(),
  }),
  /** `warnings`: of the one that is in force now. */
  returns: z.object({ version: z.number().int(), warnings: z.array(Problem) }),
  errors: ['conflict', 'invalid'],
})

export const setDefinitionStatus = endpoint({
  method: 'PUT',
  path: '/workflow-definitions/{id}/status',
  summary:
    'Enable (checked; replaces the one enabled for the same step) or forbid. Details of `invalid`: nodeId, message',
  params: definition,
  body: z.object({ status: EnableStatus.schema }),
  returns: z.object({
    replaced: z.string().nullable().describe('name of the definition it took the place of'),
    warnings: z.array(Problem),
  }),
  errors: ['invalid'],
})
