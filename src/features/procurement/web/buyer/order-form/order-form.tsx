import { Alert, Button, Form } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { focusField } from '#web/kit/focus-field.ts'
import { DraftState } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { SectionNav } from '#web/kit/section-nav.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { type Problem, problemsIn, problemsOf, useFieldErrors } from '#web/kit/use-field-errors.ts'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAction } from '#web/use-call.ts'
import { createOrder, updateOrder } from '../../../contract/order.ts'
import { OrderFields } from '../../../contract/order-fields.ts'
import { runName } from '../../../methods/say.ts'
import { useBuyer } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'
import { FormSection } from './form-section.tsx'
import { BasicSection } from './plain-sections.tsx'
import { Problems } from './problems.tsx'
import { sectionOf, sectionsOf } from './sections.ts'
import type { OrderSection, SectionProps } from './step-buyer.ts'
import { useFormFields } from '../use-notice-fields.ts'
import type { OrderValues, ProjectDetail } from './order-values.ts'
import { fieldsOf } from './values.ts'
import './order-form.css'

interface OrderFormProps {
  project: ProjectDetail
  order?: OrderDetail
  initial: OrderValues
  /** What one should know of where this content comes from. */
  note?: string
  /** Anything else to be known first. */
  notice?: ReactNode
  /** The run that follows a failed one. */
  isRerun?: boolean
}

/** Everything an order needs before its announcement; saves itself in the browser, and as a draft on demand. */
export function OrderForm({ project, order, initial, note, notice, isRerun = false }: OrderFormProps) {
  const at = useBuyer()
  const { admission } = at.method
  const navigate = useNavigate()
  const [form] = Form.useForm<OrderValues>()
  const fresh = `new.${project.projectId}${at.asked}`
  const draft = useDraft<OrderValues>(`procurement.order.${order?.orderId ?? fresh}`)
  const [start] = useState(() => ({ ...initial, ...draft.restored }))
  const [problems, setProblems] = useState<Problem[]>([])
  const errors = useFieldErrors(form, malformed)
  const sections = sectionsOf(at.method)
  const show = (path: readonly (string | number)[]) => {
    if (!focusField(path)) document.getElementById(sectionOf(sections, path))?.scrollIntoView({ block: 'start' })
  }
  useWantedField(show)
  const savedAs = useRef(order?.orderId ?? '')
  const dirty = useRef(false)
  const create = useAction(createOrder, { quiet: true })
  const update = useAction(updateOrder, { quiet: true })
  useLeaveGuard(
    useCallback(() => dirty.current, []),
    '有未保存到服务器的内容；本机草稿会保留，下次打开可继续填写。',
  )

  /** Saves the draft on the server; the order's id, or null with the problems shown. */
  const save = async (): Promise<string | null> => {
    const body = fieldsOf(form.getFieldsValue(true) as OrderValues)
    const found = malformed(form.getFieldsValue(true))
    if (found.length > 0) return fail(found)
    const outcome = savedAs.current
      ? await update.run({ params: { orderId: savedAs.current }, body })
      : await create.run({ body: { ...body, projectId: project.projectId, method: at.method.code, admission } })
    if (!outcome.ok) {
      const refused = outcome.error.code === ERRORS.invalid.code ? problemsOf(outcome.error.details) : []
      if (refused.length > 0) return fail(refused)
      if (!outcome.error.handled) toast.error(outcome.error.message)
      return null
    }
    if (outcome.data) savedAs.current = outcome.data.orderId
    dirty.current = false
    setProblems([])
    draft.clear()
    return savedAs.current
  }

  const fail = (found: Problem[]): null => {
    errors.place(found)
    setProblems(found)
    window.scrollTo({ top: 0 })
    return null
  }

  const keep = async () => {
    const orderId = await save()
    if (!orderId) return
    toast.success('草稿已保存')
    if (!order) void navigate(at.form({ orderId, projectId: project.projectId }), { replace: true })
  }
  const preview = async () => {
    const orderId = await save()
    if (orderId) void navigate(at.order(orderId)('publish.preview'))
  }

  return (
    <div className="buyer-order-form">
      <PageHead
        title={at.say(order ? '编辑{order}' : isRerun ? '重新{act}' : '新建{act}')}
        status={<StatusTag label="草稿" />}
        back={{ label: at.listName, to: at.page('publish.list') }}
        facts={[
          order?.code,
          runName(at.method),
          `${project.name}（${project.code}）`,
          <DraftState key="draft" draft={draft} />,
        ]}
        actions={
          <>
            <Button loading={create.busy || update.busy} onClick={() => void keep()}>
              保存草稿
            </Button>
            <Button type="primary" onClick={() => void preview()}>
              预览并发布
            </Button>
          </>
        }
      />
      {notice}
      {note && <Alert className="kb-above-16 kb-below-16" type="info" showIcon title={note} />}
      {draft.restored && draft.savedAt && !draft.dirty && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="info"
          showIcon
          title={`已恢复本机草稿（${formatTime(draft.savedAt)}）`}
          action={
            <Button
              size="small"
              onClick={() => {
                draft.clear()
                form.setFieldsValue(initial)
              }}
            >
              放弃草稿
            </Button>
          }
        />
      )}
      {problems.length > 0 && <Problems problems={problems.flatMap(messagesOf)} onShow={show} />}
      <Form
        form={form}
        className="kb-detail-body"
        layout="vertical"
        initialValues={start}
        requiredMark
        scrollToFirstError
        onValuesChange={(changed) => {
          dirty.current = true
          const left = errors.recheck(changed)
          if (left.length < problems.length) setProblems(left)
          draft.change(form.getFieldsValue(true) as OrderValues)
        }}
      >
        <Progress sections={sections} project={project} code={order?.code} />
        <div className="kb-form-body kb-grow">
          <BasicSection project={project} />
          {sections.map((section) => {
            const Section = componentOf(section)
            return (
              Section && (
                <Section
                  key={section.key}
                  project={project}
                  orderId={order?.orderId}
                  code={order?.code}
                  onSave={save}
                />
              )
            )
          })}
        </div>
      </Form>
    </div>
  )
}

/** What the order's schema finds wrong with the values of the form. */
function malformed(values: unknown): Problem[] {
  return problemsIn(OrderFields.safeParse(fieldsOf(values as OrderValues)).error?.issues)
}

function messagesOf({ path, messages }: Problem) {
  return messages.map((message) => ({ path, message }))
}

interface ProgressProps {
  sections: readonly OrderSection[]
  project: ProjectDetail
  code: string | undefined
}

/** The way through the form, with what is complete. */
function Progress({ sections, project, code }: ProgressProps) {
  const form = Form.useFormInstance<OrderValues>()
  const values = Form.useWatch((all: OrderValues) => all, form) ?? (form.getFieldsValue(true) as OrderValues)
  const fields = useFormFields(project, code)
  const { method } = useBuyer()
  return (
    <SectionNav
      sections={sections.map(({ key, title, isComplete }) => ({
        key,
        title,
        ...(isComplete && { isComplete: isComplete(values, fields, method) }),
      }))}
    />
  )
}

/** Leads to the field that the address asks for (`#schedule.bidEnd`), or to the documents, once its section is there. */
function useWantedField(show: (path: readonly string[]) => void): void {
  const { hash } = useLocation()
  const { kpbFileId } = useParams()
  const wanted = hash.length > 1 ? decodeURIComponent(hash.slice(1)) : kpbFileId && 'files'
  useEffect(() => {
    if (!wanted) return
    const path = wanted.split('.')
    const started = performance.now()
    const timer = setInterval(() => {
      if (!focusField(path) && performance.now() - started < SECTIONS_ARRIVE_MS) return
      clearInterval(timer)
      show(path)
    }, 100)
    return () => clearInterval(timer)
    // eslint-disable-next-line react/exhaustive-deps -- once for each address
  }, [wanted])
}

const SECTIONS_ARRIVE_MS = 3_000

const components = new Map<string, ComponentType<SectionProps>>()

/** A section below the fold; until its script is there, its anchor, its head, about its height. */
function componentOf({ key, title, lines = 0, load }: OrderSection): ComponentType<SectionProps> | undefined {
  if (!load) return undefined
  const name = `${key} ${title}`
  const coming = (
    <FormSection id={key} title={title}>
      <Skeleton lines={lines} />
    </FormSection>
  )
  const component = components.get(name) ?? lazyPart(load, coming)
  components.set(name, component)
  return component
}
