import { Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { methodOf } from '#features/procurement/methods/all.ts'
import { fillWords, type Words } from '#features/procurement/methods/words.ts'
import { AWARD_CAUSES, type AwardCause, causeLabel } from '#features/procurement/rules/result-change.ts'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { InstantInput } from '#web/kit/instant-input.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { RichText } from '#web/kit/rich-text.tsx'
import type { BatchStep } from '../rules/steps.ts'
import type { BatchLot } from './types.ts'
import type { BatchValues } from './batch-values.ts'
import { CompanyChoice } from './company-choice.tsx'

interface BatchFieldsProps {
  step: BatchStep
  words: Words
  lots: readonly BatchLot[]
  value: BatchValues
  onChange: (part: Partial<BatchValues>) => void
}

/** What is said once for all orders of a batch. */
export function BatchFields({ step, words, lots, value, onChange }: BatchFieldsProps) {
  const set = (part: Partial<BatchValues>) => onChange({ ...part, isTouched: true })
  const reason = (label: string, hint: string, rows = 3) => (
    <Labelled label={label}>
      {(id) => (
        <Input.TextArea
          id={id}
          rows={rows}
          maxLength={2000}
          showCount
          placeholder={hint}
          value={value.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      )}
    </Labelled>
  )
  switch (step) {
    case 'candidate':
    case 'winner':
      return (
        <Section
          title="说明"
          hint={fillWords(
            words,
            '公告按各{order}的模板逐单生成。未选择报价最低或者排名第一的，须说明理由，适用于全部所选{order}。',
          )}
        >
          {reason('理由（可选）', fillWords(words, '未选择第一名时必填，写入{won}结果'))}
        </Section>
      )
    case 'change-winner':
      return (
        <Section title="变更原因" hint={fillWords(words, '原{winner}的资格随之取消，公告写明原因和原公告编号。')}>
          <Labelled label="原因">
            {(id) => (
              <Select
                id={id}
                className="kb-wide"
                placeholder="请选择变更原因"
                value={value.cause}
                options={(Object.keys(AWARD_CAUSES) as AwardCause[]).map((cause) => ({
                  value: cause,
                  label: fillWords(words, causeLabel(cause)),
                }))}
                onChange={(cause) => set({ cause })}
              />
            )}
          </Labelled>
          {reason('具体说明', '不少于 10 个字')}
          <Labelled label="证明材料">
            {() => (
              <FileUpload
                use="result-evidence"
                most={1}
                value={value.evidence}
                onChange={(files) => set({ evidence: files.slice(-1) })}
              />
            )}
          </Labelled>
        </Section>
      )
    case 'clarification':
    case 'change':
      return (
        <Section
          title={step === 'change' ? '变更内容' : '澄清内容'}
          hint="同一内容发布到每个所选采购单。不得写明仅邀请部分供应商的采购单。"
        >
          <Labelled label="标题">
            {(id) => (
              <Input
                id={id}
                maxLength={200}
                value={value.title}
                onChange={(event) => set({ title: event.target.value })}
              />
            )}
          </Labelled>
          {step === 'change' && <Dates words={words} lots={lots} value={value} onChange={set} />}
          <Labelled label="正文">
            {() => (
              <RichText value={value.content ?? undefined} onChange={(content) => set({ content: content ?? null })} />
            )}
          </Labelled>
          <Checkbox checked={value.affectsBids} onChange={(event) => set({ affectsBids: event.target.checked })}>
            {fillWords(words, '可能影响{offer}编制')}
          </Checkbox>
        </Section>
      )
    case 'auction':
      return (
        <Section title="流标原因" hint="写入每个采购单的流标公告，发布后通知全部参与供应商。">
          {reason('流标原因', '不少于 5 个字')}
          <p className="kb-flex kb-gap-6 kb-wrap">
            {lots[0] &&
              methodOf(lots[0].method).failures.map((failure) => (
                <button key={failure} type="button" className="kb-option" onClick={() => set({ reason: failure })}>
                  {failure}
                </button>
              ))}
          </p>
        </Section>
      )
    case 'add-supplier':
      return (
        <Section title="供应商" hint="所选供应商受邀参加每个所选采购单，只会得知这些采购单。">
          <Labelled label="供应商">
            {(id) => <CompanyChoice id={id} value={value.companies} onChange={(companies) => set({ companies })} />}
          </Labelled>
          {reason('原因', '如：报名供应商不足', 2)}
        </Section>
      )
  }
}

function Dates({ words, lots, value, onChange }: Omit<BatchFieldsProps, 'step'>) {
  const fields = [
    ['signUpEnd', '报名截止时间'],
    ['questionEnd', '提问截止时间'],
    ['bidEnd', fillWords(words, '{deadline}时间')],
  ] as const
  return (
    <div className="kb-form-grid">
      {fields.map(([field, label]) => (
        <Labelled key={field} label={`${label}（不变更的留空）`}>
          {(id) => (
            <InstantInput
              id={id}
              future
              value={value.schedule[field] ?? null}
              placeholder={lots[0]?.[field] ? '不变更' : '选择时间（北京时间）'}
              onChange={(at) => {
                const { [field]: _, ...rest } = value.schedule
                onChange({ schedule: at ? { ...rest, [field]: at } : rest })
              }}
            />
          )}
        </Labelled>
      ))}
    </div>
  )
}

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="kb-section">
      <h2>{title}</h2>
      <p className="kb-section-hint kb-hint">{hint}</p>
      <div className="kb-stack kb-gap-12 kb-reading">{children}</div>
    </section>
  )
}
