import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'

interface Round {
  roundNo: number
}

/** The round shown on a page, kept in the address; the last one unless told. */
export function useRound(rounds: readonly Round[] | undefined): [number, (roundNo: number) => void] {
  const [search, setSearch] = useSearchParams()
  const last = rounds?.at(-1)?.roundNo ?? 1
  const given = Number(search.get('round'))
  const known = rounds?.some(({ roundNo }) => roundNo === given)
  return [known ? given : last, (roundNo) => setSearch({ round: String(roundNo) }, { replace: true })]
}

interface RoundChoiceProps {
  rounds: readonly Round[]
  value: number
  onChange: (roundNo: number) => void
}

/** Which round is shown; nothing where there is one. */
export function RoundChoice({ rounds, value, onChange }: RoundChoiceProps) {
  if (rounds.length < 2) return null
  return (
    <Segmented
      className="kb-below-16"
      aria-label="轮次"
      value={value}
      options={rounds.map(({ roundNo }) => ({ value: roundNo, label: `第 ${roundNo} 轮` }))}
      onChange={onChange}
    />
  )
}
