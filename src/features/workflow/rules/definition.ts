import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { ApprovalMode } from './enums.ts'

/*
 * A flow is a list of nodes, worked through from the first to the last. A condition node holds branches, each a list
 * of its own; after the branch taken the flow goes on behind the condition node. So every flow has an end that can be
 * reached, and no flow can run in circles.
 */

export const NODE_KINDS = { start: '发起', approver: '审批', condition: '条件', copy: '抄送' } as const

const NodeId = z.string().regex(/^[\w-]{1,40}$/, '节点编号格式不正确')
const Name = z.string().trim().min(1, '请输入节点名称').max(40)

/** Who approves, or gets a copy. Found at the moment the node begins. */
export const Approvers = z.discriminatedUnion('by', [
  /** These employees, in this order. */
  z.object({ by: z.literal('person'), employeeIds: z.array(Id).max(20) }),
  /** Everybody in use who holds this role; keys come from `definitionOptions.roles`. */
  z.object({ by: z.literal('role'), role: z.string().max(80) }),
  /** The head of the initiator's department; level 2 is the head of the department above it, and so on. */
  z.object({ by: z.literal('head'), level: z.number().int().min(1).max(5) }),
  /** Whom the initiator chooses when starting, from these; from everybody of the company when empty. */
  z.object({ by: z.literal('choice'), from: z.array(Id).max(100), many: z.boolean() }),
])
export type Approvers = z.output<typeof Approvers>

export const APPROVER_KINDS = {
  person: '指定人员',
  role: '指定角色',
  head: '部门负责人',
  choice: '发起人自选',
} as const satisfies Record<Approvers['by'], string>

const StartNode = z.object({ kind: z.literal('start'), id: NodeId, name: Name })

export const ApproverNode = z.object({
  kind: z.literal('approver'),
  id: NodeId,
  name: Name,
  approvers: Approvers,
  mode: ApprovalMode.schema,
})
export type ApproverNode = z.output<typeof ApproverNode>

export const CopyNode = z.object({ kind: z.literal('copy'), id: NodeId, name: Name, approvers: Approvers })
export type CopyNode = z.output<typeof CopyNode>

export const AMOUNT_OPS = { lt: '小于', lte: '小于等于', gt: '大于', gte: '大于等于', eq: '等于' } as const
export const CHOICE_OPS = { in: '属于', notIn: '不属于' } as const

/** One test of one fact. A fact that is not known fails every test, `notIn` too: such a case goes to the else branch. */
export const Test = z.discriminatedUnion('op', [
  z.object({
    op: z.enum(['lt', 'lte', 'gt', 'gte', 'eq']),
    fact: z.string().max(40),
    /** Yuan. */
    value: Amount,
  }),
  z.object({
    op: z.enum(['in', 'notIn']),
    fact: z.string().max(40),
    values: z.array(z.string().max(80)).max(200),
  }),
])
export type Test = z.output<typeof Test>

/** The first branch whose tests all hold is taken; the last one has `when: null` and takes every other case. */
export const Branch = z.object({
  id: NodeId,
  name: Name,
  when: z.array(Test).max(20).nullable(),
  get nodes(): z.ZodArray<typeof InnerNode> {
    return z.array(InnerNode).max(60)
  },
})
export interface Branch {
  id: string
  name: string
  when: Test[] | null
  nodes: InnerNode[]
}

export interface ConditionNode {
  kind: 'condition'
  id: string
  name: string
  branches: Branch[]
}
const ConditionNode: z.ZodType<ConditionNode, ConditionNode> = z.object({
  kind: z.literal('condition'),
  id: NodeId,
  name: Name,
  get branches() {
    return z.array(Branch).max(10)
  },
})

export type InnerNode = ApproverNode | CopyNode | ConditionNode
const InnerNode: z.ZodType<InnerNode, InnerNode> = z.lazy(() =>
  z.union([ApproverNode, CopyNode, ConditionNode]),
) as never

export type FlowNode = z.output<typeof StartNode> | InnerNode

/** What the flow does with people who have a part already. */
export const FlowOptions = z.object({
  /** The initiator is a node's only approver: `pass` lets the node pass, `head` gives it to the department head. */
  ifInitiator: z.enum(['pass', 'head']).default('head'),
  /** Who approved the node just before passes the next one by itself. */
  skipRepeated: z.boolean().default(false),
})

export const Flow = z.object({
  /** The first is the start node, and only the first. */
  nodes: z.array(z.union([StartNode, InnerNode])).max(60),
  options: FlowOptions,
})
export interface Flow {
  nodes: FlowNode[]
  options: z.output<typeof FlowOptions>
}

/** A fact that conditions may look at. `department` is a choice among the company's departments. */
export const FactField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['amount', 'choice', 'department']),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      /** The fact of those who are in a department: the ids from the top down to it, joined by `/`. */
      path: z.string().optional(),
    }),
  ),
})
export type FactField = z.output<typeof FactField>

/**
 * Facts of one workflow by key: amounts as decimal strings in yuan, choices as their value, a department as its path;
 * null: not known.
 */
export type Facts = Readonly<Record<string, string | null>>
