import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'
import { TODO_LIST } from '../rules/addresses.ts'
import { DEFINITIONS } from './addresses.ts'

/** A page of a business on which the approval of one of its steps is read. */
export interface AuditPage extends Pick<Screen, 'path' | 'title' | 'workbench' | 'right' | 'menu'> {
  /** The step, as the server's business names it. */
  type: string
  node: string
  /** Name of the subject's id in the path. */
  param: string
  /** Where the page belongs; parameters of the path are filled in. */
  back: { label: string; to: string }
}

const COMPANY = ['purchaser', 'agency', 'supplier'] satisfies Screen['workbench']

/** Approvals know no business: where steps are audited is told where the features are put together. */
export function workflowWeb({ auditPages }: { auditPages: readonly AuditPage[] }): WebFeature {
  return {
    screens: [
      {
        path: TODO_LIST,
        title: '待办事项',
        layout: 'top',
        workbench: COMPANY,
        cached: true,
        load: () => import('./tasks/task-list.tsx'),
      },
      {
        path: '/to-do-list/workflow/:workflowId/task/:taskId?/initiate/:identity?/detail',
        title: '审批详情',
        layout: 'top',
        workbench: COMPANY,
        load: () => import('./detail/detail-screen.tsx'),
      },
      {
        path: DEFINITIONS,
        title: '审批流程',
        workbench: [...COMPANY, 'admin'],
        right: ['businessManagement', 'platform'],
        cached: true,
        load: () => import('./design/definition-list.tsx'),
      },
      {
        path: [`${DEFINITIONS}/design`, `${DEFINITIONS}/design/:definitionId`],
        title: '设计审批流程',
        workbench: [...COMPANY, 'admin'],
        right: ['businessManagement', 'platform'],
        load: () => import('./design/designer-screen.tsx'),
      },
      ...auditPages.map(({ path, title, workbench, right, menu, ...props }): Screen => ({
        path,
        title,
        ...(workbench ? { workbench } : {}),
        ...(right ? { right } : {}),
        ...(menu ? { menu } : {}),
        props,
        load: () => import('./audit-page.tsx'),
      })),
    ],
    parts: [{ ...part(SHELL.topbar, 'todo', () => import('./todo-part.tsx')), workbench: COMPANY }],
  }
}
