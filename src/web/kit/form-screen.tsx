import { Alert, Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useRef, useState } from 'react'
import type * as z from 'zod'
import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { ask, toast } from '../feedback.ts'
import type { Loaded, Outcome } from '../use-call.ts'
import type { FormSection } from './form-fields.tsx'
import { FormFields } from './form-fields.tsx'
import { tr } from './labels.ts'
import { PageHead } from './page-head.tsx'
import { ErrorState, Skeleton } from './states.tsx'
import { useDraft } from './use-draft.ts'
import { type Problem, problemsIn, useFieldErrors } from './use-field-errors.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

type Values = Record<string, unknown>

export interface FormScreenProps<V extends object> {
  title: string
  back?: { label: string; to: string }
  facts?: ReactNode[]
  /** Names the draft, record included; no draft when left out. */
  draft?: string
  /** Keeps the draft on the server instead of in the browser. */
  saveDraft?: (values: V) => Promise<unknown>
  initial?: Partial<V>
  sections: FormSection[]
  /** Usually the endpoint's `body`: its issues are shown at the fields. */
  schema?: z.ZodType
  submit: {
    label: string
    /** Asked first. */
    confirm?: string
    run: (values: V) => Promise<Outcome<unknown>>
  }
  /** More buttons left of the submit button, e.g. preview. */
  extra?: (values: () => V) => ReactNode
  /** After the server took it; the draft is gone by then. */
  onDone?: () => void
  /** The right rail. */
  side?: ReactNode
}

/** What a form needs before it can open: waits for `query`, then draws `children` with what was loaded. */
export function WhenLoaded<T>({ query, children }: { query: Loaded<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton title lines={10} />
  )
}

/** A form page from data: drafts save themselves, leaving asks, errors stand at their fields. See README.md. */
export function FormScreen<V extends object>(props: FormScreenProps<V>) {
  const { title, back, facts, sections, schema, submit, onDone, side } = props
  const [form] = Form.useForm()
  const [busy, setBusy] = useState(false)
  const done = useRef(false)
  const draft = useDraft<V>(props.draft ?? 'none', props.saveDraft ? { save: props.saveDraft } : {})
  const [initial] = useState(() => ({ ...props.initial, ...(props.draft && draft.restored) }) as V)
  const keeps = props.draft !== undefined
  const dirty = useRef(false)

  const asks = useCallback(() => dirty.current && !done.current, [])
  useLeaveGuard(asks, keeps ? '有未提交的内容，草稿会保留，下次可继续填写。' : '有未保存的内容，离开后将丢失。')

  const values = () => form.getFieldsValue(true) as V
  const check = (given: unknown) => problemsIn(schema?.safeParse(given).error?.issues)
  const errors = useFieldErrors(form, check)
  const toFirst = (problems: Pick<Problem, 'path'>[]) => {
    if (problems[0]) form.scrollToField(problems[0].path, { block: 'center', focus: true })
    toast.error(ERRORS.invalid.message)
  }
  const fail = (problems: Problem[]) => {
    errors.place(problems)
    toFirst(problems)
  }

  const send = useOneAtATime(async () => {
    const checked = await form.validateFields().catch((rejected: Rejected) => {
      // The fields' own rules place and take away their errors themselves.
      toFirst(rejected.errorFields.map((field) => ({ path: field.name })))
      return null
    })
    if (!checked) return
    const problems = check(checked)
    if (problems.length > 0) return fail(problems)
    if (submit.confirm && !(await ask({ title: submit.label, content: submit.confirm }))) return
    setBusy(true)
    const outcome = await submit.run(checked as V).finally(() => setBusy(false))
    if (outcome.ok) {
      done.current = true
      draft.clear()
      onDone?.()
    } else errors.showRefusal(outcome.error)
  })

  return (
    <div>
      <PageHead
        title={title}
        {...(back ? { back } : {})}
        facts={[...(facts ?? []), keeps && <DraftState key="draft" draft={draft} />]}
        actions={
          <>
            {props.extra?.(values)}
            <Button type="primary" loading={busy} onClick={() => void send()}>
              {tr(submit.label)}
            </Button>
          </>
        }
      />
      {keeps && draft.restored && !draft.dirty && draft.savedAt && (
        <Alert
          className="kb-below-8"
          type="info"
          showIcon
          title={`${tr('已恢复草稿')}（${formatTime(draft.savedAt)}）`}
          action={
            <Button
              size="small"
              onClick={() => {
                draft.clear()
                form.setFieldsValue({ ...blank(initial as Values), ...props.initial })
              }}
            >
              {tr('放弃草稿')}
            </Button>
          }
        />
      )}
      <div className="kb-detail-body">
        <Form
          form={form}
          className="kb-form-body kb-grow"
          layout="vertical"
          initialValues={initial}
          requiredMark
          scrollToFirstError
          onValuesChange={(changed) => {
            dirty.current = true
            errors.recheck(changed)
            if (keeps) draft.change(values())
          }}
          onFinish={() => void send()}
        >
          {sections.map((section, i) => (
            <section key={section.title ?? i} className="kb-section">
              {section.title && <h2>{tr(section.title)}</h2>}
              {section.hint && <p className="kb-section-hint kb-hint">{section.hint}</p>}
              {section.fields && <FormFields fields={section.fields} />}
              {section.content}
            </section>
          ))}
        </Form>
        {side && <aside className="kb-detail-side">{side}</aside>}
      </div>
    </div>
  )
}

/** `已保存 14:03`, or why not. */
export function DraftState({ draft }: { draft: { savedAt: string | null; failed: boolean; dirty: boolean } }) {
  if (draft.failed) return <span className="kb-bad">{tr('草稿未能保存，请勿关闭页面')}</span>
  if (!draft.savedAt) return null
  return (
    <span role="status">
      {tr('已保存')} {formatTime(draft.savedAt).slice(11)}
    </span>
  )
}

interface Rejected {
  errorFields: { name: (string | number)[]; errors: string[] }[]
}

function blank(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, undefined]))
}
