import type { Screen, WebFeature } from '#web/screen.ts'

const common: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: ['purchaser', 'agency'],
  right: 'expertManagement',
  menu: 'expert-manage',
}

export const expertsWeb: WebFeature = {
  screens: [
    { ...common, path: '/expert/manage', title: '专家库', cached: true, load: () => import('./expert-list.tsx') },
    { ...common, path: '/expert/manage/add', title: '新增专家', load: () => import('./expert-add.tsx') },
    { ...common, path: '/expert/manage/:expertId/edit', title: '编辑专家', load: () => import('./expert-edit.tsx') },
    {
      ...common,
      path: '/expert/manage/:expertId/detail',
      title: '专家信息',
      load: () => import('./expert-detail.tsx'),
    },
  ],
}
