import { Form } from 'antd'
import { useBuyer } from '../use-buyer.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import { BOND_CONSEQUENCES, BOND_FORMS } from '../../../rules/bond-terms.ts'
import { envelopeWords, ReviewModel, SUITES } from '../../../rules/enums.ts'
import { FEE_WAYS } from '../../../rules/document-fee.ts'
import { isRuled } from '../../../rules/legal-calendar-schedule.ts'
import { USUAL_ANSWER_DAYS } from '../../../rules/objections.ts'
import { FormSection } from './form-section.tsx'
import { useKeyFields } from './key-fields.ts'
import type { ProjectDetail } from './order-values.ts'
import { REVIEW_METHODS } from './review-methods.ts'

const BOND_FORM_OPTIONS = optionsOf(BOND_FORMS)
const BOND_CONSEQUENCE_OPTIONS = {
  hall: optionsOf(BOND_CONSEQUENCES.hall),
  none: optionsOf(BOND_CONSEQUENCES.none),
}
const SUITE_OPTIONS = optionsOf(SUITES)
const FEE_WAY_OPTIONS = optionsOf(FEE_WAYS)
const STARTS = { falling: '即最高限价，报价由此向下', rising: '报价由此向上，不得低于' } as const
const asksFee = (values: Record<string, unknown>) => Number(values.documentFee) > 0

/** Title, lot, amounts, place. */
export function BasicSection({ project }: { project: ProjectDetail }) {
  const { method, say } = useBuyer()
  const sealed = method.offers === 'sealed'
  const opened = method.reveal === 'opening'
  const buys = method.direction !== 'rising'
  const deadline = say('{deadline}日')
  const keyFields = useKeyFields()
  const counts = new Map<number, number>()
  for (const line of project.lines) counts.set(line.lotNo, (counts.get(line.lotNo) ?? 0) + 1)
  const lots = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([value, n]) => ({ value, label: `${say('{order}')} ${value}（清单 ${n} 行）` }))
  return (
    <FormSection id="basic" title="基本信息">
      <FormFields
        fields={only([
          { kind: 'text', name: 'title', label: say('{title}名称'), required: true, wide: true },
          (buys || lots.length !== 1) && {
            kind: 'select',
            name: 'lotNo',
            label: say('清单所属{order}'),
            options: lots.length > 0 ? lots : [{ value: 1, label: say('{order} 1（尚无清单）') }],
            ...(lots.length > 0 ? {} : { help: say('发布前须在项目中导入{bill}') }),
          },
          method.review === 'hall' && {
            kind: 'select',
            name: 'reviewMethod',
            label: '评标办法',
            required: true,
            options: REVIEW_METHODS,
          },
          {
            kind: 'amount',
            name: 'estimatedPrice',
            label: say('{estimate}'),
            required: true,
            help: buys && `项目预算 ${formatAmount(project.budget)} 元`,
          },
          method.offers === 'live'
            ? {
                kind: 'amount',
                name: 'controlPrice',
                label: '起始价',
                required: true,
                help: STARTS[method.direction ?? 'falling'],
              }
            : { kind: 'amount', name: 'controlPrice', label: '最高限价', help: '不设限价可留空' },
          { kind: 'amount', name: 'bond', label: say('{bond}'), help: isRuled(method.calendar) && <BondLimit /> },
          {
            kind: 'integer',
            name: 'settings.bond.daysBefore',
            label: '保证金截止',
            min: 0,
            max: 20,
            unit: `日（早于${deadline}）`,
            help: `0 表示不迟于${deadline}`,
          },
          {
            kind: 'checks',
            name: 'settings.bond.forms',
            label: '接受的保证金形式',
            options: BOND_FORM_OPTIONS,
          },
          {
            kind: 'radio',
            name: 'settings.bond.onFault',
            label: '保证金不符合要求时',
            options: BOND_CONSEQUENCE_OPTIONS[method.review === 'hall' ? 'hall' : 'none'],
            wide: true,
          },
          opened && { kind: 'amount', name: 'documentFee', label: say('{documents}售价'), help: '填 0 为免费' },
          opened && {
            kind: 'radio',
            name: 'settings.documentFeeBy',
            label: '缴纳方式',
            options: FEE_WAY_OPTIONS,
            when: asksFee,
            help: say('线上缴纳的，缴清后方可下载{documents}和{bid}；采购终止时自动退还'),
            wide: true,
          },
          opened && { kind: 'text', name: 'place', label: '开标地点', maxLength: 200 },
          opened && { kind: 'integer', name: 'decryptMinutes', label: '解密时限', min: 10, max: 480, unit: '分钟' },
          opened && {
            kind: 'radio',
            name: 'reviewModel',
            label: '投标信封',
            wide: true,
            options: ReviewModel.options.map(({ value }) => ({ value, label: envelopeWords(value) })),
          },
          sealed && { kind: 'radio', name: 'suite', label: say('{offer}加密算法'), wide: true, options: SUITE_OPTIONS },
          ...keyFields,
          buys &&
            project.regime === 'enterprise' && {
              kind: 'integer',
              name: 'settings.objectionDays',
              label: '异议答复期限',
              min: 1,
              max: 30,
              unit: '日',
              help: `收到异议后多少日内答复，不填为 ${USUAL_ANSWER_DAYS} 日`,
            },
          buys && { kind: 'area', name: 'settings.delivery', label: '交货（服务、工期）要求', rows: 2 },
          buys && { kind: 'area', name: 'settings.paymentTerms', label: '付款条件', rows: 2 },
        ])}
      />
    </FormSection>
  )
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

function only(fields: (Field | false)[]): Field[] {
  return fields.filter((field) => field !== false)
}

/** 2 % of the estimate, the most a bond may be (实施条例 §26). */
function BondLimit() {
  const estimated = Form.useWatch<string | undefined>('estimatedPrice')
  if (!estimated || !/^\d+(\.\d{1,2})?$/.test(estimated)) return '不超过估算价的 2%'
  return `不超过估算价的 2%，即 ${formatAmount(new Exact(estimated).times('0.02').toFixed(2, Exact.ROUND_DOWN))} 元`
}
