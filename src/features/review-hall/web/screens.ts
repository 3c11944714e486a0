import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

type Frame = Pick<Screen, 'layout' | 'workbench' | 'right'>

const MEMBER = '/review/projects/:projectId'
const OWNER = ['purchaser', 'agency'].map((side) => `/${side}/bidding/orders/:orderId/kpb/review-hall`)
const onOwner = (path: string) => OWNER.map((base) => `${base}/${path}`)

/** A representative of the purchaser sits on the committee out of the own workbench. */
const member: Frame = { layout: 'review', workbench: ['expert', 'purchaser', 'agency'] }
const owner: Frame = {
  layout: 'review',
  workbench: ['purchaser', 'agency'],
  right: ['tendering', 'agencyTendering'],
}

export const reviewHallWeb: WebFeature = {
  parts: [part(ORDER_SLOTS.review, 'review', () => import('./owner/order-part.tsx'))],
  screens: [
    {
      path: '/review/tasks',
      title: '评审任务',
      workbench: ['expert', 'purchaser', 'agency'],
      cached: true,
      load: () => import('./member/tasks-screen.tsx'),
    },
    {
      ...member,
      path: `${MEMBER}/leader-recommend`,
      title: '回避声明与推选组长',
      load: () => import('./member/leader-screen.tsx'),
    },
    {
      ...member,
      path: `${MEMBER}/review-session/:wayId?/:wayType?`,
      title: '评审',
      load: () => import('./member/session-screen.tsx'),
    },
    {
      ...member,
      path: `${MEMBER}/review-report`,
      title: '评审报告',
      load: () => import('./member/report-screen.tsx'),
    },
    {
      ...member,
      path: `${MEMBER}/review-report/first-stage`,
      title: '第一阶段评审报告',
      props: { step: 'review-report/first-stage' },
      load: () => import('./member/report-screen.tsx'),
    },
    {
      ...owner,
      path: onOwner('leader-recommend'),
      title: '评标委员会',
      load: () => import('./owner/committee-screen.tsx'),
    },
    {
      ...owner,
      path: onOwner('review-session/:wayId?/:wayType?'),
      title: '评审进度与结果',
      load: () => import('./owner/session-screen.tsx'),
    },
    {
      ...owner,
      path: onOwner('review-report'),
      title: '评审报告',
      load: () => import('./owner/report-screen.tsx'),
    },
    {
      ...owner,
      path: onOwner('review-report/first-stage'),
      title: '第一阶段评审报告',
      props: { step: 'review-report/first-stage' },
      load: () => import('./owner/report-screen.tsx'),
    },
    {
      path: '/supplier/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId/review-hall',
      title: '评审互动',
      layout: 'review',
      workbench: 'supplier',
      load: () => import('./supplier/supplier-screen.tsx'),
    },
  ],
}
