import type { Feature } from '#server/feature.ts'
import { implement, implementFile, implementForPerson } from '#server/implement.ts'
import * as acts from '../contract/acts.ts'
import * as b from '../contract/businesses.ts'
import * as dl from '../contract/delegations.ts'
import * as d from '../contract/definitions.ts'
import * as l from '../contract/lists.ts'
import * as w from '../contract/workflows.ts'
import { workflowAddress } from '../rules/addresses.ts'
import { addRemark, addSigners, cancel, read, remind, review, transfer } from './acts.ts'
import { labelled, type Setup } from './business.ts'
import { problemsFor } from './definition-check.ts'
import { warningsFor } from './definition-warnings.ts'
import * as keeping from './definition-keeping.ts'
import { definitionDetail, definitionPage, keeperOf } from './definitions.ts'
import { addDelegation, endDelegation, listDelegations } from './delegations.ts'
import { taskDetail, workflowDetail, workflowFile } from './detail.ts'
import { colleaguesOf } from './employees.ts'
import { find } from './find.ts'
import { leaverSubscribers } from './leavers.ts'
import { launched, openTodos, taskPage, todoCount } from './lists.ts'
import { messageKinds } from './message-kinds.ts'
import { messageSubscribers } from './messages.ts'
import { remarksOf, workflowProgress } from './progress.ts'
import type { Approvals } from './public.ts'
import { uploads } from './records.ts'
import { approvalNode, approvalTree, definitionOptions, subjectApproval } from './steps.ts'

/** Flows are designed by a company's administrator; the platform's defaults in the administration. */
const DESIGNER = {
  workbench: ['purchaser', 'agency', 'supplier', 'admin'],
  right: ['businessManagement', 'platform'],
} as const
/** Whoever may start something that is approved has to know whom to choose. */
const STARTER = { workbench: ['purchaser', 'agency', 'supplier', 'admin'] } as const
const COMPANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const
/** A task may be anybody's of a company. */
const ANYBODY = {}

/** Approvals. `businesses`: what features have approved, and who is offered it; `approvals`: what they start them with. */
export function workflow({
  businesses,
  approvals,
  maySee,
  rightsFor,
}: Pick<Setup, 'businesses' | 'maySee' | 'rightsFor'> & { approvals: Approvals }): Feature {
  const setup: Setup = { businesses, roles: approvals.roles, maySee, rightsFor }
  return {
    name: 'workflow',
    files: {
      'workflow_file.file_id': 'id',
      // A step that is held carries what it was called with.
      'workflow.payload': 'document',
      'workflow.facts': 'document',
    },
    uploads,
    messageKinds,
    subscribers: [...messageSubscribers(setup), ...leaverSubscribers(setup)],
    find,
    home: {
      async todos(ctx, limit) {
        const rows = await openTodos(ctx, limit)
        return rows.map((row) => {
          const { nodeLabel } = labelled(setup, { type: row.business, node: row.node, facts: row.facts })
          const link = workflowAddress({ workflowId: row.workflowId, taskId: row.taskId, identity: 'auditPerson' })
          return {
            key: `approve:${row.taskId}`,
            kind: 'approval',
            isMine: true,
            label: '审批',
            step: nodeLabel,
            title: row.title,
            link,
            delegateLink: `${link}?act=transfer`,
            dueAt: null,
          }
        })
      },
    },
    routes: [
      implementForPerson(b.approvalTree, STARTER, (ctx) => approvalTree(ctx, setup)),
      implementForPerson(b.approvalNode, STARTER, (ctx, { params }) => approvalNode(ctx, setup, params)),
      implement(b.subjectApproval, COMPANY, (ctx, { params }) => subjectApproval(ctx, setup, params)),

      implementForPerson(d.definitionPage, DESIGNER, (ctx, { query }) => definitionPage(ctx, setup, query)),
      implementForPerson(d.definitionOptions, DESIGNER, (ctx) => definitionOptions(ctx, setup)),
      implementForPerson(d.definitionDetail, DESIGNER, (ctx, { params, query }) =>
        definitionDetail(ctx, setup, { ...params, ...query }),
      ),
      implementForPerson(d.checkDefinition, DESIGNER, async (ctx, { body }) => {
        const at = { companyId: keeperOf(ctx.actor), ...body }
        return { problems: await problemsFor(ctx, setup, at), warnings: await warningsFor(ctx, setup, at) }
      }),
      implementForPerson(d.createDefinition, DESIGNER, (ctx, { body }) => keeping.create(ctx, setup, body)),
      implementForPerson(d.updateDefinition, DESIGNER, (ctx, { params, body }) =>
        keeping.update(ctx, setup, { ...params, body }),
      ),
      implementForPerson(d.setDefinitionStatus, DESIGNER, (ctx, { params, body }) =>
        keeping.setStatus(ctx, setup, { ...params, ...body }),
      ),

      implement(l.todoPage, ANYBODY, (ctx, { query }) => taskPage(ctx, setup, { which: 'todo', query })),
      implement(l.donePage, ANYBODY, (ctx, { query }) => taskPage(ctx, setup, { which: 'done', query })),
      implement(l.receivedPage, ANYBODY, (ctx, { query }) => taskPage(ctx, setup, { which: 'received', query })),
      implement(l.launchPage, ANYBODY, (ctx, { query }) => launched(ctx, setup, query)),
      implement(l.todoCount, ANYBODY, (ctx) => todoCount(ctx)),

      implement(acts.colleagues, ANYBODY, (ctx, { query }) => colleaguesOf(ctx, query.keyword)),
      implement(w.workflowDetail, ANYBODY, (ctx, { params }) => workflowDetail(ctx, setup, params.id)),
      implement(w.workflowProgress, ANYBODY, (ctx, { params }) => workflowProgress(ctx, setup, params.id)),
      implement(w.taskDetail, ANYBODY, (ctx, { params }) => taskDetail(ctx, setup, params.id)),
      implement(acts.readTask, ANYBODY, (ctx, { params }) => read(ctx, params.id)),
      implement(acts.reviewTask, ANYBODY, (ctx, { params, body }) => review(ctx, setup, { taskId: params.id, body })),
      implement(acts.transferTask, ANYBODY, (ctx, { params, body }) =>
        transfer(ctx, setup, { taskId: params.id, body }),
      ),
      implement(acts.addSigners, ANYBODY, (ctx, { params, body }) =>
        addSigners(ctx, setup, { taskId: params.id, body }),
      ),
      implement(acts.remindWorkflow, ANYBODY, (ctx, { params }) => remind(ctx, setup, params.id)),
      implement(acts.cancelWorkflow, ANYBODY, (ctx, { params, body }) =>
        cancel(ctx, setup, { workflowId: params.id, reason: body.reason }),
      ),
      implement(acts.addRemark, ANYBODY, (ctx, { params, body }) =>
        addRemark(ctx, setup, { workflowId: params.id, body }),
      ),
      implement(acts.remarks, ANYBODY, (ctx, { params }) => remarksOf(ctx, setup, params.id)),
      implementFile(acts.workflowFile, ANYBODY, (ctx, { params }) => workflowFile(ctx, setup, params)),

      implement(dl.delegations, ANYBODY, (ctx) => listDelegations(ctx)),
      implement(dl.addDelegation, ANYBODY, (ctx, { body }) => addDelegation(ctx, body)),
      implement(dl.endDelegation, ANYBODY, (ctx, { params }) => endDelegation(ctx, params.id)),
    ],
  }
}
