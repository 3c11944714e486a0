/** Chances of one walk, drawn beforehand, so that the same numbers lead the same way. Behind the last one all are 0. */
export class Dice {
  readonly #numbers: readonly number[]
  #at = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return (this.#numbers[this.#at++] ?? 0) % end
  }

  /** Whether something happens that does so in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent
  }

  pick<T>(among: readonly T[]): T {
    return among[this.below(among.length)]!
  }

  /** One of them, as often as its weight says. */
  weighed<T extends { weight: number }>(among: readonly T[]): T {
    let left = this.below(among.reduce((total, { weight }) => total + weight, 0))
    return among.find(({ weight }) => (left -= weight) < 0)!
  }
}
