import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createOnboarding, onboardingDetail, Terms, updateOnboarding } from '../contract/onboarding.ts'
import { type Way, WAYS } from '../rules/onboarding.ts'
import { PLACES } from '../rules/places.ts'
import { CategoriesInput } from './categories-input.tsx'
import { SUBJECT_FIELDS, subjectOf } from './company-field.tsx'

type Values = InputOf<typeof updateOnboarding>['body'] & Parameters<typeof subjectOf>[0] & Record<string, unknown>
type Onboarding = OutputOf<typeof onboardingDetail>

/** A proposal: a new one, or a draft. */
export function Screen({ way }: { way: Way }) {
  const { onboardingId } = useParams()
  return onboardingId ? <OfDraft onboardingId={onboardingId} way={way} /> : <OnboardingForm way={way} />
}

function OfDraft({ onboardingId, way }: { onboardingId: string; way: Way }) {
  const query = useCall(onboardingDetail, { params: { onboardingId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(draft) => <OnboardingForm way={way} draft={draft} />}</WhenLoaded>
}

function OnboardingForm({ way, draft }: { way: Way; draft?: Onboarding }) {
  const navigate = useNavigate()
  const made = useRef(draft?.onboardingId ?? '')
  const create = useAction(createOnboarding, {
    success: '草稿已保存',
    onDone: ({ onboardingId }) => void (made.current = onboardingId),
  })
  const update = useAction(updateOnboarding, { success: '草稿已保存' })
  return (
    <FormScreen<Values>
      title={draft ? `修改：${draft.name}` : way === 'recommend' ? '推荐供应商' : '登记供应商'}
      back={{ label: WAYS[way], to: PLACES.onboardings(way) }}
      facts={draft ? [draft.creditCode] : []}
      draft={`supplier-onboarding.${draft?.onboardingId ?? way}`}
      schema={Terms}
      initial={draft ? valuesOf(draft) : { by: 'registered', files: [] }}
      sections={[
        ...(draft ? [] : [{ title: '供应商', fields: SUBJECT_FIELDS }]),
        { title: '入库信息', fields: termFields(way) },
      ]}
      submit={{
        label: '保存草稿',
        async run(values) {
          const terms = Terms.parse(values)
          return draft
            ? update.run({ params: { onboardingId: draft.onboardingId }, body: terms })
            : create.run({ body: { ...terms, way, subject: subjectOf(values) } })
        },
      }}
      onDone={() => void navigate(PLACES.onboarding(way, made.current), { replace: true })}
    />
  )
}

function termFields(way: Way): Field[] {
  return [
    {
      kind: 'custom',
      name: 'categories',
      label: '供应品类',
      required: true,
      wide: true,
      control: <CategoriesInput />,
    },
    { kind: 'day', name: 'validFrom', label: '有效期开始', required: true },
    { kind: 'day', name: 'validUntil', label: '有效期截止', required: true },
    {
      kind: 'area',
      name: 'reason',
      label: way === 'recommend' ? '推荐理由' : '入库理由',
      required: true,
      maxLength: 1000,
      help: '只在本单位内部可见，不会告知供应商',
    },
    { kind: 'files', name: 'files', label: '附件', use: 'supplier-file', most: 10 },
  ]
}

function valuesOf({ categories, validFrom, validUntil, reason, files }: Onboarding): Partial<Values> {
  return { categories, validFrom, validUntil, reason, files }
}
