import { Suspense, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Alert } from 'antd'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { clock } from '#web/clock.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { traitsOf } from '../../../engine/order-steps.ts'
import { wentThrough } from '../../../engine/states.ts'
import { orderDetail } from '../../../contract/order.ts'
import { type OfOrder, ORDER_SLOTS } from '../../../contract/slots.ts'
import { paysOnline } from '../../../rules/document-fee.ts'
import { NoticeKind, ReviewModel } from '../../../rules/enums.ts'
import { methodFor, methodOf } from '../../../methods/all.ts'
import { runName } from '../../../methods/say.ts'
import { fillWords } from '../../../methods/words.ts'
import { buyerOf, type OrderPages, useBuyer, useOrderPages } from '../use-buyer.ts'
import { auditPageOf, type OrderStep } from '../approval/audit-pages.ts'
import { ItemsTable } from '../items/items-table.tsx'
import type { StepTerms } from '../order-form/step-buyer.ts'
import { buyersOf } from '../order-form/step-buyers.ts'
import type { OrderDetail } from '../tones.ts'
import { orderTone, stepsOf } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import { useOrderActions } from './order-actions.ts'
import { BasicSection } from './order-basics.tsx'
import { documentLinks, signUpLinks } from './order-links.ts'
import { OrderSide } from './order-side.tsx'
import { OpeningSection, QuestionsSection, ReviewSection, SignUpSection, TimelineSection } from './order-steps.tsx'
import '../buyer.css'

// Below the fold, the last three only late in an order's life.
const ProjectSection = lazy(() => import('./order-project.tsx').then((m) => ({ default: m.ProjectSection })))
const InviteesSection = lazy(() => import('./order-invitees.tsx').then((m) => ({ default: m.InviteesSection })))
const DocumentsSection = lazy(() => import('./order-documents.tsx').then((m) => ({ default: m.DocumentsSection })))
const CandidatesSection = lazy(() => import('./order-results.tsx').then((m) => ({ default: m.CandidatesSection })))
const ResultSection = lazy(() => import('./order-results.tsx').then((m) => ({ default: m.ResultSection })))
const ObjectionsSection = lazy(() => import('./order-results.tsx').then((m) => ({ default: m.ObjectionsSection })))

interface OrderScreenProps {
  /** Below its project, only read. */
  inProject?: boolean
  /** Among what agencies run for the own company, only read. */
  isEntrusted?: boolean
}

/** One order, whole: where it stands, what may be done now, and everything it consists of. */
export function Screen({ inProject = false, isEntrusted = false }: OrderScreenProps) {
  const at = useBuyer()
  const { orderId = '' } = useParams()
  const { pathname } = useLocation()
  const query = useCall(orderDetail, { params: { orderId } })
  const { actions, run } = useOrderActions(query.data)
  useLive(orderTopics(orderId))
  // An address that was given without knowing the method: a list, an approval, an old message.
  const method = query.data && methodOf(query.data.method)
  const isRead = inProject || isEntrusted
  const its = method && buyerOf(at.side, method)
  const place =
    its &&
    (isEntrusted
      ? its.entrustedOrder(orderId)
      : inProject
        ? at.projectOrder(orderId)
        : its.page('publish.detail', { orderId }))
  if (place !== undefined && pathname !== place && (isRead || method?.family !== at.method.family))
    return <Navigate replace to={place} />
  const project = query.data?.project
  const back = isEntrusted
    ? { label: '委托采购', to: '/purchaser/entrust-purchase/list' }
    : inProject && project
      ? { label: project.name, to: at.project(project.projectId) }
      : { label: at.listName, to: at.page('publish.list') }
  return (
    <DetailScreen query={query} back={back}>
      {(order) => ({
        title: order.title,
        status: <StatusTag label={order.stage} tone={orderTone(order)} />,
        facts: [
          order.code,
          runName(methodFor(order)),
          order.reviewModel === ReviewModel.values.double && '双信封',
          order.version > 1 && `第 ${order.version} 版`,
          order.ownerName && `经办人 ${order.ownerName}`,
        ],
        deadline: order.nextAt ? { label: order.nextLabel ?? '', at: order.nextAt } : null,
        steps: stepsOf(order),
        ...(isRead
          ? {
              extra: <Link to={at.page('publish.detail', { orderId })}>{at.say('打开{order} ›')}</Link>,
              sections: [
                { key: 'project', title: '项目', content: soon(4, <ProjectSection order={order} />) },
                ...sectionsOf({ ...order, actions: [] }, { side: at.side, pages: at.order(order.orderId) }),
              ],
            }
          : {
              actions,
              onAction: run,
              notice: <Attention order={order} />,
              sections: sectionsOf(order, { side: at.side, pages: at.order(order.orderId) }),
            }),
        side: <OrderSide order={order} />,
      })}
    </DetailScreen>
  )
}

function sectionsOf(order: OrderDetail, { side, pages }: { side: string; pages: OrderPages }) {
  const published = order.state !== 'publish.draft'
  const method = methodFor(order)
  return [
    { key: 'basic', title: '基本信息', content: <BasicSection order={order} /> },
    { key: 'items', title: method.words.bill, content: <ItemsTable items={order.items} {...itemsOf(order)} /> },
    ...buyersOf(method).flatMap(({ terms }) =>
      terms ? [{ key: terms.key, title: terms.title, content: contentOf(terms, { order, pages }) }] : [],
    ),
    method.admission === 'invited' &&
      order.state === 'publish.draft' && {
        key: 'invitees',
        title: '受邀供应商',
        content: soon(3, <InviteesSection order={order} />),
      },
    {
      key: 'documents',
      title: '公告与文件',
      content: soon(4, <DocumentsSection order={order} />),
      extra: <Links links={documentLinks(order, { pages })} />,
    },
    published && {
      key: 'sign-ups',
      title: '报名',
      content: <SignUpSection order={order} />,
      extra: <Links links={signUpLinks(order, { pages, now: clock.now() })} />,
    },
    published &&
      paysOnline(order) && {
        key: 'fees',
        title: fillWords(method.words, '{documents}费用'),
        content: <Parts of={ORDER_SLOTS.fees} order={order} pages={pages} />,
      },
    published &&
      !method.dates.none.includes('questionEnd') && {
        key: 'questions',
        title: '答疑',
        content: <QuestionsSection order={order} />,
      },
    published &&
      method.reveal === 'opening' && { key: 'opening', title: '开标', content: <OpeningSection order={order} /> },
    method.review === 'hall' &&
      (wentThrough(order, 'closed') || (published && !order.isAbortive)) && {
        key: 'review',
        title: '评审',
        content: <ReviewSection order={order} />,
      },
    method.takesOpinions &&
      wentThrough(order, 'ranked') && {
        key: 'opinions',
        title: '线上评审',
        content: <Parts of={ORDER_SLOTS.opinions} order={order} pages={pages} />,
      },
    wentThrough(order, 'ranked') && {
      key: 'candidates',
      title: traitsOf(order).publicises ? '候选人' : method.words.ranking,
      content: soon(3, <CandidatesSection order={order} />),
    },
    (wentThrough(order, 'awarded') || order.isAbortive) && {
      key: 'result',
      title: '结果',
      content: soon(3, <ResultSection order={order} />),
    },
    ...buyersOf(method).flatMap(({ lead }) =>
      lead && wentThrough(order, lead.from)
        ? [
            {
              key: lead.key,
              title: fillWords(method.words, lead.title),
              content: <Link to={pages(lead.page)}>{fillWords(method.words, lead.label)} ›</Link>,
            },
          ]
        : [],
    ),
    ((traitsOf(order).publicises && wentThrough(order, 'publicised')) ||
      (method.hears === 'announcement' &&
        order.notices.some((one) => one.kind === NoticeKind.values.announcement))) && {
      key: 'objections',
      title: '异议',
      content: soon(3, <ObjectionsSection order={order} />),
    },
    // Whoever buys learns of its own budget; its agency does not.
    side === 'purchaser' &&
      method.direction !== 'rising' && {
        key: 'budget',
        title: '预算',
        content: <Parts of={ORDER_SLOTS.budget} order={order} pages={pages} />,
      },
    { key: 'timeline', title: '时间线', content: <TimelineSection orderId={order.orderId} /> },
  ]
}

/** Of what is bought the prices paid before are shown; what is sold starts at its own. */
function itemsOf({ orderId, method }: OrderDetail) {
  return methodOf(method).sells ? { limit: '起始价' } : { orderId }
}

function Links({ links }: { links: readonly { label: string; to: string }[] }) {
  return links.map(({ label, to }) => (
    <Link key={to} to={to}>
      {label} ›
    </Link>
  ))
}

/** What a step has fixed for the order. */
function contentOf(terms: StepTerms, of: OfOrder) {
  if ('slot' in terms) return <Parts of={terms.slot} {...of} />
  const Section = componentOf(terms)
  return <Section {...of} />
}

const components = new Map<StepTerms, ComponentType<OfOrder>>()

function componentOf(terms: Exclude<StepTerms, { slot: unknown }>): ComponentType<OfOrder> {
  const component = components.get(terms) ?? lazyPart(terms.load, <Skeleton lines={terms.lines} />)
  components.set(terms, component)
  return component
}

/** A part whose script is still to come, in about the height it will have. */
function soon(lines: number, part: ReactNode) {
  return <Suspense fallback={<Skeleton lines={lines} />}>{part}</Suspense>
}

/** What holds the order up, before anything else. */
function Attention({ order }: { order: OrderDetail }) {
  const pages = useOrderPages()
  const held = order.pendingApproval
  if (held) {
    return (
      <Alert
        className="kb-above-16 kb-below-16"
        type="info"
        showIcon
        title={`${held.label}审批中，结束前不能办理其他变更；供应商参与不受影响`}
        action={<Link to={pages(auditPageOf(held.node as OrderStep, order))}>查看审批 ›</Link>}
      />
    )
  }
  if (order.openObjections > 0) {
    // Who demands it depends on the regime; the process pauses under every one.
    const rule = order.findings.find(({ ruleId }) => ruleId === 'objection-pause')
    const text = `有 ${order.openObjections} 件异议未答复，答复前流程暂停${rule ? `（${rule.citation}）` : ''}`
    return <Alert className="kb-above-16 kb-below-16" type="warning" showIcon title={text} />
  }
  const broken = order.findings.filter((finding) => !finding.ok && finding.severity === 'block')
  if (order.state !== 'publish.draft' || broken.length === 0) return null
  return (
    <Alert className="kb-above-16 kb-below-16" type="warning" showIcon title={`发布前须改正：${broken[0]!.message}`} />
  )
}
