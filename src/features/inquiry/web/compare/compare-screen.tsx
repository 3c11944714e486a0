import { Button, Input, Segmented, Select } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ITEM_SLOTS } from '#features/procurement/contract/slots.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { Mix } from '#features/quotes/rules/best-mix.ts'
import {
  type Basis,
  compareQuotes,
  filterLines,
  LINE_FILTERS,
  type LineFilter,
} from '#features/quotes/rules/comparison.ts'
import { openFile } from '#web/export.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Matrix } from '#web/kit/matrix/matrix.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { orderRounds } from '../../contract.ts'
import { comparisonBrands, comparisonFile, comparisonRounds, roundComparison } from '../../contract-compare.ts'
import { AlternativesPart, FilesPart } from './beside.tsx'
import { type Compared, matrixOf, type NoteKind, NOTES } from './compare-data.ts'
import { MixPanel } from './mix-panel.tsx'

/** The quotes of a closed round, line by line; of the last one where the address names none. */
export function Screen() {
  const [search] = useSearchParams()
  const { orderId = '', roundId = search.get('roundId') } = useParams()
  const rounds = useCall(orderRounds, { params: { orderId } }, { enabled: roundId === null })
  if (roundId !== null) return <OfRound orderId={orderId} roundId={roundId} />
  return (
    <WhenLoaded query={rounds}>
      {(known) => {
        const last = known.rounds.findLast(({ quotes }) => quotes !== null)
        return last ? (
          <OfRound orderId={orderId} roundId={last.roundId} />
        ) : (
          <EmptyState title="报价尚未开启" hint="报价开启后在此逐行比较" />
        )
      }}
    </WhenLoaded>
  )
}

function OfRound({ orderId, roundId }: { orderId: string; roundId: string }) {
  const query = useCall(roundComparison, { params: { orderId, roundId } })
  return <WhenLoaded query={query}>{(compared) => <ComparePage key={roundId} compared={compared} />}</WhenLoaded>
}

function ComparePage({ compared }: { compared: Compared }) {
  const { orderId, method, round, rounds } = compared
  const navigate = useNavigate()
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const place = { id: orderId, method }
  const [basis, setBasis] = useState<Basis>('gross')
  const [note, setNote] = useState<NoteKind>('amount')
  const [filter, setFilter] = useState<LineFilter>('all')
  const [keyword, setKeyword] = useState('')
  const [isMixing, setMixing] = useState(false)
  const [beside, setBeside] = useState<'alternatives' | 'files' | null>(null)
  const [mix, setMix] = useState<Mix | null>(null)
  const wanted = useDeferredValue(keyword.trim().toLowerCase())
  const comparison = useMemo(() => compareQuotes(compared.items, compared.quotes, basis), [compared, basis])
  const lines = useMemo(() => {
    const holds = ({ name, code, spec }: Compared['items'][number]) =>
      `${name}\n${code}\n${spec}`.toLowerCase().includes(wanted)
    return filterLines(comparison, filter, mix?.choice).filter((line) => holds(compared.items[line]!))
  }, [compared, comparison, filter, mix, wanted])
  const brands = useCall(
    comparisonBrands,
    { params: { orderId, roundId: round.roundId } },
    { enabled: note === 'brand' },
  )
  const hasEarlier = rounds[0]?.roundId !== round.roundId
  const earlier = useCall(
    comparisonRounds,
    { params: { orderId, roundId: round.roundId } },
    { enabled: note === 'rounds' },
  )
  const data = useMemo(
    () =>
      matrixOf(compared, {
        comparison,
        lines,
        note,
        chosen: mix?.choice ?? [],
        brands: brands.data,
        earlier: earlier.data,
      }),
    [compared, comparison, lines, note, mix, brands.data, earlier.data],
  )
  const files = compared.quotes.reduce((sum, quote) => sum + quote.files.length, 0)
  const toggle = (one: 'alternatives' | 'files') => setBeside(beside === one ? null : one)
  const choose = (next: Mix | null) => {
    setMix(next)
    if (!next && filter === 'bestNotChosen') setFilter('all')
  }
  return (
    <article className="kb-stack kb-gap-12">
      <PageHead
        title="逐行比价"
        facts={[compared.code, compared.title]}
        back={{ label: '报价轮次', to: placeOf(place, 'quote.rounds', side) }}
        actions={
          <>
            {compared.alternatives > 0 && (
              <Button aria-expanded={beside === 'alternatives'} onClick={() => toggle('alternatives')}>
                备选报价（{compared.alternatives}）
              </Button>
            )}
            {files > 0 && (
              <Button aria-expanded={beside === 'files'} onClick={() => toggle('files')}>
                报价文件（{files}）
              </Button>
            )}
            <Button aria-expanded={isMixing} onClick={() => setMixing(!isMixing)}>
              采购组合
            </Button>
            <Button onClick={() => void openFile(comparisonFile, { params: { orderId, roundId: round.roundId } })}>
              导出 Excel
            </Button>
          </>
        }
      />
      {isMixing && <MixPanel compared={compared} comparison={comparison} chosen={mix} onChoose={choose} />}
      {beside === 'files' && <FilesPart compared={compared} />}
      {beside === 'alternatives' && <AlternativesPart compared={compared} lines={lines} />}
      <div className="kb-row kb-wrap">
        {rounds.length > 1 && (
          <Select
            aria-label="轮次"
            value={round.roundId}
            options={rounds.map(({ roundId, label }) => ({ value: roundId, label }))}
            onChange={(roundId) => void navigate(placeOf({ ...place, ids: { roundId } }, 'quote.compare', side))}
          />
        )}
        <Segmented
          aria-label="税"
          value={basis}
          options={[
            { value: 'gross', label: '含税' },
            { value: 'net', label: '不含税' },
          ]}
          onChange={(next: Basis) => {
            setBasis(next)
            choose(null)
          }}
        />
        <Select
          aria-label="价格下方显示"
          value={note}
          options={optionsOf(NOTES).filter(({ value }) => hasEarlier || value !== 'rounds')}
          onChange={setNote}
          popupMatchSelectWidth={false}
        />
        <Select
          aria-label="清单行"
          value={filter}
          options={optionsOf(LINE_FILTERS).filter(({ value }) => mix !== null || value !== 'bestNotChosen')}
          onChange={setFilter}
          popupMatchSelectWidth={false}
        />
        <Input.Search
          aria-label="名称、编码、规格"
          placeholder="名称、编码、规格"
          className="kb-filter-text"
          allowClear
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      <Summary compared={compared} basis={basis} shown={lines.length} />
      <Matrix
        label="逐行比价表"
        data={data}
        details={(row) => <Parts of={ITEM_SLOTS.pastPrices} orderId={orderId} item={compared.items[lines[row]!]!} />}
        empty={<Nothing compared={compared} />}
      />
    </article>
  )
}

/** What is compared: round, tax, unit, and whose quotes. */
function Summary({ compared, basis, shown }: { compared: Compared; basis: Basis; shown: number }) {
  const { round, quotes, missed, items } = compared
  const invalid = quotes.filter(({ status }) => status === 'invalid')
  return (
    <div className="kb-hint">
      <p>
        {[
          `${round.label}，${formatTime(round.closedAt)} 截止`,
          `${basis === 'gross' ? '含税' : '不含税'}单价，单位：元`,
          `有效报价 ${quotes.length - invalid.length} 家`,
          shown === items.length ? `清单 ${items.length} 行` : `清单 ${items.length} 行，显示 ${shown} 行`,
        ].join(' · ')}
      </p>
      {invalid.map(({ tradeId, supplierName, reason }) => (
        <p key={tradeId}>
          {supplierName}的报价无效，不参与比较：{reason}
        </p>
      ))}
      {missed.length > 0 && <p>未报价：{missed.join('、')}</p>}
    </div>
  )
}

function Nothing({ compared: { quotes } }: { compared: Compared }) {
  return quotes.length === 0 ? (
    <EmptyState title="本轮没有供应商报价" hint="可发起下一轮报价，或按采购失败处理" />
  ) : (
    <EmptyState title="没有符合条件的清单行" hint="请更换筛选条件" />
  )
}

function optionsOf<K extends string>(labels: Readonly<Record<K, string>>): { value: K; label: string }[] {
  return (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }))
}
