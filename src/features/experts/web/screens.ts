import type { Screen, WebFeature } from '#web/screen.ts'
import { KIND_ADDRESSES, type KindName, listOf } from './extraction/addresses.ts'

const keeping: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['expertManagement', 'platform'],
  menu: 'expert-manage',
}
const audit: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['expertManagement', 'expertExtraction', 'platform'],
  menu: 'expert-audit',
}
const own: Pick<Screen, 'workbench' | 'right'> = { workbench: 'expert', right: 'reviewing' }

function extraction(name: KindName): Screen[] {
  const list = listOf(name)
  const common: Pick<Screen, 'workbench' | 'right' | 'menu' | 'props'> = {
    workbench: ['purchaser', 'agency'],
    right: 'expertExtraction',
    menu: `extraction-${name}`,
    props: { name },
  }
  const { title } = KIND_ADDRESSES[name]
  return [
    { ...common, path: list, title, cached: true, load: () => import('./extraction/extraction-list.tsx') },
    {
      ...common,
      path: `${list}/form/:extractionId?`,
      title: `编辑${title}`,
      load: () => import('./extraction/extraction-form.tsx'),
    },
    {
      ...common,
      path: `${list}/:extractionId/detail`,
      title: `${title}详情`,
      load: () => import('./extraction/extraction-detail.tsx'),
    },
  ]
}

export const expertsWeb: WebFeature = {
  screens: [
    { ...keeping, path: '/expert/manage', title: '专家库', cached: true, load: () => import('./expert-list.tsx') },
    { ...keeping, path: '/expert/manage/add', title: '新增专家', load: () => import('./expert-add.tsx') },
    { ...keeping, path: '/expert/manage/:expertId/edit', title: '编辑专家', load: () => import('./expert-edit.tsx') },
    {
      ...keeping,
      path: '/expert/manage/:expertId/detail',
      title: '专家信息',
      load: () => import('./expert-detail.tsx'),
    },
    {
      ...keeping,
      workbench: ['purchaser', 'agency'],
      path: '/expert/manage/:expertId/shared-record',
      title: '共享记录',
      load: () => import('./shared-record.tsx'),
    },
    {
      ...keeping,
      workbench: 'admin',
      right: 'platform',
      path: '/expert/majors',
      title: '专业分类',
      load: () => import('./majors.tsx'),
    },
    {
      ...audit,
      path: '/expert/audit',
      title: '专家审核',
      cached: true,
      load: () => import('./audit/application-list.tsx'),
    },
    {
      ...audit,
      workbench: ['purchaser', 'agency'],
      path: '/expert/audit/recommend',
      title: '推荐专家',
      load: () => import('./audit/recommend.tsx'),
    },
    {
      ...audit,
      path: '/expert/audit/:applicationId',
      title: '专家入库申请',
      load: () => import('./audit/application-detail.tsx'),
    },
    ...(Object.keys(KIND_ADDRESSES) as KindName[]).flatMap((name) => extraction(name)),
    { path: '/expert/apply', title: '申请成为评审专家', load: () => import('./own/apply.tsx') },
    {
      ...own,
      path: '/review/invitations',
      title: '评审邀请',
      cached: true,
      menu: 'review-invitations',
      load: () => import('./own/invitation-list.tsx'),
    },
    {
      ...own,
      path: '/review/invitations/:callId',
      title: '评审邀请',
      menu: 'review-invitations',
      load: () => import('./own/invitation-detail.tsx'),
    },
    { ...own, path: '/review/leave', title: '请假', menu: 'review-leave', load: () => import('./own/leave.tsx') },
  ],
}
