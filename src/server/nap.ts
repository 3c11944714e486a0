/** A pause that can be cut short. Being woken while nobody pauses makes the next pause none. */
export class Nap {
  #woken = false
  #end: (() => void) | null = null

  /** Somebody woke us since the last pause. */
  get isWoken(): boolean {
    return this.#woken
  }

  wake(): void {
    this.#woken = true
    this.#end?.()
  }

  async pause(ms: number): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#end = null
    this.#woken = false
  }
}
