import { Button, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { type Mix, MIXES, type MixLimits, type NoMix } from '#features/quotes/rules/best-mix.ts'
import { type Comparison, deviation } from '#features/quotes/rules/comparison.ts'
import { toast } from '#web/feedback.ts'
import { inWorker } from '#web/in-worker.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import type { Compared } from './compare-data.ts'
import type { MixInput } from './mix-worker.ts'

interface MixPanelProps {
  compared: Compared
  comparison: Comparison
  chosen: Mix | null
  onChoose: (mix: Mix | null) => void
}

/** Ways to buy, each with how it was computed; the chosen one is shown in the matrix. */
export function MixPanel({ compared, comparison, chosen, onChoose }: MixPanelProps) {
  const [limits, setLimits] = useState<MixLimits>({ most: 2, maxShare: null })
  const limit = (change: Partial<MixLimits>) => {
    setLimits({ ...limits, ...change })
    // What is shown in the table kept to other limits.
    onChoose(null)
  }
  const mixes = useMixes({ compared, comparison, limits })
  return (
    <section className="kb-box kb-stack kb-gap-12" aria-label="采购组合">
      <div className="kb-flex kb-gap-16 kb-wrap">
        <Labelled label="限定家数">
          {(id) => (
            <Select
              id={id}
              value={limits.most}
              onChange={(most) => limit({ most })}
              options={[1, 2, 3].map((value) => ({ value, label: `不超过 ${value} 家` }))}
            />
          )}
        </Labelled>
        <Labelled label="限定家数时单家最高份额">
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={100}
              precision={0}
              suffix="%"
              placeholder="不限"
              value={limits.maxShare}
              onChange={(maxShare) => limit({ maxShare })}
            />
          )}
        </Labelled>
      </div>
      {mixes === null ? (
        <Skeleton lines={4} />
      ) : (
        <ul className="kb-stack">
          {mixes.map((mix) => (
            <MixRow
              key={mix.kind}
              mix={mix}
              // Both include tax.
              budget={comparison.basis === 'gross' ? compared.budget : null}
              isChosen={chosen?.kind === mix.kind}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {chosen && (
        <p className="kb-hint">
          {MIXES[chosen.kind]}：
          {chosen.parts
            .map(
              ({ side, lines, amount }) =>
                `${compared.quotes[side]!.supplierName} ${lines} 行 ${formatAmount(amount)} 元`,
            )
            .join('；')}
        </p>
      )}
    </section>
  )
}

interface MixRowProps {
  mix: Mix | NoMix
  /** Yuan; null where sums are not to be held against it. */
  budget: string | null
  isChosen: boolean
  onChoose: (mix: Mix | null) => void
}

function MixRow({ mix, budget, isChosen, onChoose }: MixRowProps) {
  if ('why' in mix)
    return (
      <li className="kb-line">
        <strong>{MIXES[mix.kind]}</strong> <span className="kb-muted">{mix.why}</span>
      </li>
    )
  const by = deviation(mix.total, budget)
  return (
    <li className="kb-line kb-row kb-gap-12 kb-wrap kb-tight">
      <strong>{MIXES[mix.kind]}</strong>
      <span>{formatAmount(mix.total)} 元</span>
      {by !== null && <span className="kb-muted">较预算 {by}%</span>}
      <span className="kb-muted">{mix.parts.length} 家</span>
      {mix.days !== null && mix.days > 0 && <span className="kb-muted">最长 {mix.days} 天交货</span>}
      {!mix.isExact && <span className="kb-chip">近似</span>}
      <Button
        size="small"
        className="kb-push"
        aria-pressed={isChosen}
        type={isChosen ? 'primary' : 'default'}
        onClick={() => onChoose(isChosen ? null : mix)}
      >
        {isChosen ? '取消标出' : '在表中标出'}
      </Button>
      <small className="kb-wide kb-block kb-note">{mix.explanation}</small>
    </li>
  )
}

/** Null while they are being computed. */
function useMixes({
  compared,
  comparison,
  limits,
}: Pick<MixPanelProps, 'compared' | 'comparison'> & { limits: MixLimits }) {
  const [mixes, setMixes] = useState<(Mix | NoMix)[] | null>(null)
  useEffect(() => {
    let isGone = false
    const delivery = compared.quotes.map(({ deliveryDays }) => deliveryDays)
    const worker = new Worker(new URL('./mix-worker.ts', import.meta.url), { type: 'module' })
    const input: MixInput = { comparison, delivery, limits }
    setMixes(null)
    inWorker<(Mix | NoMix)[]>(worker, { name: 'mixes', input }, '浏览器无法计算采购组合，请刷新页面后重试').then(
      (found) => !isGone && setMixes(found),
      (error: Error) => !isGone && toast.error(error.message),
    )
    return () => {
      isGone = true
      worker.terminate()
    }
  }, [compared, comparison, limits])
  return mixes
}
