import { FileChoice } from '#web/kit/file-choice.tsx'

interface KeyFileChoiceProps {
  id: string
  /** What the file holds; null where it is none. */
  onChoose: (keyFile: unknown) => void
  /** Empty where there is none. */
  onProblem: (problem: string) => void
}

/** Takes the key file that the bidder saved when it made the bid. It is read here and goes nowhere. */
export function KeyFileChoice({ id, onChoose, onProblem }: KeyFileChoiceProps) {
  const read = async (file: File) => {
    try {
      onChoose(JSON.parse(await file.text()))
      onProblem('')
    } catch {
      onChoose(null)
      onProblem('不是有效的密钥文件')
    }
  }
  return <FileChoice id={id} accept=".json,application/json" onChoose={(file) => void read(file)} />
}
