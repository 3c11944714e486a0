import { Input } from 'antd'

/** The recovery code in place of a lost key: eight groups of four, typed from paper. */
export function RecoveryField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
      恢复码（8 组，每组 4 位）
      <Input
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
