package generate

import "github.com/gridmill/gridmill/solver"

// questioner runs tasks in the lanes of one solver. A task is a sequence of solver.Questions.
type questioner struct {
	checker        *solver.UniquenessChecker
	one, several   []solver.Question // for one solution and for up to mostSolutions, respectively
	questions      []solver.Question // q.one or q.several
	asked          []asked           // asked[i] identifies questions[i]
	tasks, started int
	next           asker
	ask            func(place int) bool // the method value q.proceed, stored because creating it allocates

	found, puzzles []hardPuzzle
	removals       []removal
}

// asked identifies a question by the task that asked it and the step within that task.
type asked struct{ task, step int } // the task is -1 if there is no question

// An asker asks the questions of a task. The first call has step 0 and asks the first question.
// Each later call gets an answer and asks another question, or returns false when the task is done.
type asker func(q *questioner, task, step int, question *solver.Question) bool

func newQuestioner(kernel string) (*questioner, error) {
	checker, err := solver.NewUniquenessChecker(kernel, true)
	if err != nil {
		return nil, err
	}
	n := checker.Places()
	q := &questioner{
		checker: checker, one: make([]solver.Question, n), several: make([]solver.Question, n), asked: make([]asked, n),
	}
	for i := range q.several {
		q.several[i].Others = make([]solver.Grid, 0, mostSolutions)
	}
	q.ask = q.proceed
	return q, nil
}

// run runs n tasks. It calls next for each step of a task. Tasks can finish in any order.
func (q *questioner) run(questions []solver.Question, n int, next asker) {
	for place := range q.asked {
		q.asked[place].task = -1
	}
	q.questions, q.tasks, q.started, q.next = questions, n, 0, next
	q.checker.Run(q.questions, q.ask)
}

// proceed stores the next question in q.questions[place]. It returns false if no question is left.
func (q *questioner) proceed(place int) bool {
	at := &q.asked[place]
	at.step++
	for at.task < 0 || !q.next(q, at.task, at.step, &q.questions[place]) {
		if q.started == q.tasks {
			at.task = -1
			return false
		}
		*at = asked{task: q.started}
		q.started++
	}
	return true
}
