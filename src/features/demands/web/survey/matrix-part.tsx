import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { openFile } from '#web/export.ts'
import { Matrix } from '#web/kit/matrix/matrix.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { demandMatrix, demandMatrixFile } from '../../contract/survey.ts'
import { type At, placesOf } from '../at.ts'
import { type Compared, matrixOf } from './matrix-data.ts'

const FILTERS = { all: '全部参数', must: '必须参数', flagged: '满足者不足' } as const
type Filter = keyof typeof FILTERS

/** Who meets what. */
export function MatrixPart({ demandId, at, roundNo }: { demandId: string; at: At; roundNo?: number }) {
  const query = useCall(demandMatrix, { params: { demandId }, query: { ...(roundNo !== undefined && { roundNo }) } })
  return <WhenLoaded query={query}>{(data) => <Compare compared={data} demandId={demandId} at={at} />}</WhenLoaded>
}

function Compare({ compared, demandId, at }: { compared: Compared; demandId: string; at: At }) {
  const navigate = useNavigate()
  const [filter, setFilter] = useState<Filter>('all')
  const { parameters, coverage, parties } = compared
  const data = useMemo(() => {
    const shows = (line: number) => {
      if (filter === 'all') return true
      return filter === 'must' ? parameters[line]!.isMust : coverage[line]!.flag !== null
    }
    return matrixOf(
      compared,
      parameters.flatMap((_, line) => (shows(line) ? [line] : [])),
    )
  }, [compared, parameters, coverage, filter])
  const flagged = coverage.filter(({ flag }) => flag !== null).length
  return (
    <div className="kb-stack kb-gap-12">
      <div className="kb-row kb-gap-12 kb-wrap">
        <Segmented
          value={filter}
          options={Object.entries(FILTERS).map(([value, label]) => ({
            value: value as Filter,
            label: value === 'flagged' ? `${label}（${flagged}）` : label,
          }))}
          onChange={setFilter}
        />
        <span className="kb-hint">
          {parameters.length} 项参数，{parties.length} 份应答；同一品牌的应答只计一个品牌
        </span>
        <Button
          size="small"
          className="kb-push"
          onClick={() =>
            void openFile(demandMatrixFile, { params: { demandId }, query: { roundNo: compared.roundNo } })
          }
        >
          导出对比表
        </Button>
      </div>
      <Matrix
        label="参数与应答对比"
        data={data}
        onPick={(_row, party) =>
          void navigate(placesOf(at).answer(demandId, parties[party]!.tradeId, compared.roundNo))
        }
        empty={
          <EmptyState
            title={parties.length === 0 ? '没有收到应答' : '没有符合条件的参数'}
            hint={parties.length === 0 ? '可以延长调研，或者录入纸质应答' : '切换到全部参数查看'}
          />
        }
      />
    </div>
  )
}
